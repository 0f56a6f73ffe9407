# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The values of test_greg.c and test_two_phase.c that are R's: survey (Lumley) of Debian's r-cran-survey.
# Rscript survey.R prints them. The tests make the same data by the same formulas.
suppressMessages(library(survey))
options(digits = 15)

# unit i of stratum h in data set k; everything is known of the sample, and x and class of all units
population <- function(k) {
	h <- rep(0:2, times = c(40, 60, 100))
	i <- 0:199
	x <- 1 + ((i * 37 + k * 11) %% 23) / 7
	class <- ((i * 13 + k * 5) %% 11 < 5) + ((i * 13 + k * 5) %% 11 < 2)
	z <- (((i * 29 + k * 17) %% 31) / 10 + x * (1 + k / 2) + class) * ((i + k) %% 4 != 0)
	sampled <- ((i * 7 + 3 * k) %% 10) < 3 # 3 of 10 in each stratum
	data.frame(h, x, class = factor(class), z, sampled, N = c(40, 60, 100)[h + 1])
}
for (k in 0:2) {
	p <- population(k)
	s <- p[p$sampled, ]
	d <- svydesign(~1, strata = ~h, fpc = ~N, data = s)
	show <- function(name, t) cat(sprintf("%s %d: %.12f %.12f\n", name, k, coef(t), SE(t)))
	post <- postStratify(d, ~class, as.data.frame(table(class = p$class)))
	show("postStratify", svytotal(~z, post))
	line <- calibrate(d, ~x, c(`(Intercept)` = nrow(p), x = sum(p$x)))
	show("calibrate", svytotal(~z, line))
	both <- calibrate(d, ~ class + x - 1, setNames(c(table(p$class), sum(p$x)), c("class0", "class1", "class2", "x")))
	show("calibrate with classes", svytotal(~z, both))
	# through the origin with variance proportional to x: the ratio estimate
	ratio <- calibrate(d, ~ x - 1, c(x = sum(p$x)), variance = s$x)
	show("ratio", svytotal(~z, ratio))
}
# double sampling: N, n coded, then m of each code reviewed again
for (k in 0:2) {
	N <- c(1000, 5000, 300)[k + 1]
	coded <- list(c(60, 40), c(350, 50), c(45, 75))[[k + 1]] # not relevant, relevant
	again <- list(c(20, 15), c(100, 30), c(30, 25))[[k + 1]]
	u <- list(c(3, 11), c(2, 24), c(9, 21))[[k + 1]]
	code <- rep(0:1, times = coded)
	second <- unlist(lapply(1:2, function(g) seq_len(coded[g]) <= again[g]))
	rel <- unlist(lapply(1:2, function(g) as.numeric(seq_len(coded[g]) <= u[g])))
	rel[!second] <- NA
	f <- data.frame(id = seq_along(code), code, second, rel, N)
	t <- svytotal(~rel, twophase(id = list(~id, ~id), strata = list(NULL, ~code), fpc = list(~N, NULL), subset = ~second, data = f))
	cat(sprintf("twophase %d: %.12f %.12f\n", k, coef(t), SE(t)))
}
