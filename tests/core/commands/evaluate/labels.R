# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Post-stratified estimates of labels.bats by R's survey (4.1-1, Debian 12: r-cran-survey): Rscript labels.R
# Data are those that labels.bats makes with awk, by the same formulas.
suppressMessages(library(survey))

# Documents 1 ... N; cells without 5 judged documents do not occur, so that none are joined.
estimates <- function(name, stratum, label, retrieved, relevant, sampled) {
	cell <- interaction(stratum, retrieved, label, drop = TRUE)
	all <- data.frame(stratum, cell, retrieved, relevant, size = ave(rep(1, length(label)), stratum, FUN = sum))
	stopifnot(min(table(cell[sampled])) >= 5)
	design <- svydesign(ids = ~1, strata = ~stratum, fpc = ~size, data = all[sampled, ])
	counts <- data.frame(table(cell = all$cell))
	post <- postStratify(design, ~cell, counts)
	rel <- svytotal(~relevant, post)
	rel_ret <- svytotal(~I(relevant * retrieved), post)
	recall <- svyratio(~I(relevant * retrieved), ~relevant, post)
	precision <- svyratio(~I(relevant * retrieved), ~retrieved, post)
	cat(sprintf("%s %.9f %.9f %.12f %.12f\n", name, coef(rel), coef(rel_ret), coef(recall), coef(precision)))
}

i <- 1:600
estimates("one", rep("all", 600), (i * 7) %% 3, as.integer((i * 11) %% 5 < 2),
          as.integer((i * 7) %% 3 * 5 + (i * i * 13 + i) %% 17 > 15), (i * i * 7 + i * 3) %% 611 < 160)
i <- 1:900
estimates("two", ifelse(i %% 3 == 0, "a", "b"), (i * 7) %% 4, as.integer((i * 11) %% 7 < 3),
          as.integer((i * 7) %% 4 * 5 + (i * i * 13 + i) %% 19 > 20), (i * i * 7 + i * 3) %% 911 < ifelse(i %% 3 == 0, 500, 300))
i <- 1:500
estimates("some", rep("all", 500), ifelse(i %% 10 < 3, "none", c("no", "yes")[(i * 7) %% 2 + 1]), as.integer((i * 11) %% 5 < 2),
          as.integer((i * 7) %% 2 * 6 + (i * i * 13 + i) %% 13 > 9), (i * i * 7 + i * 3) %% 509 < 160)
