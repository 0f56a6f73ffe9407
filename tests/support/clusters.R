# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Intervals of judged.csv by clusters, and the design effects: a jackknife that really leaves each
# family out, weights the rest anew and estimates again. In qrels-samples/families:
# Rscript ../../tests/support/clusters.R
d <- read.csv("judged.csv", check.names = FALSE, stringsAsFactors = FALSE)
run <- readLines("production.txt")
d$ret <- d$docno %in% run

# The estimates of a sample: sizes of strata over judged documents are the weights.
estimates <- function(x) {
	n <- table(x$stratum)
	w <- x$size / as.vector(n[x$stratum])
	R <- sum(w * x$rel); R1 <- sum(w * x$rel * x$ret); S <- sum(w * x$ret)
	c(est_rel = R / sum(w), est_richness = R / sum(w),
	  est_elusion = (R - R1) / (sum(w) - S), est_recall = R1 / R, est_P = R1 / S,
	  est_F = 2 * R1 / (R + S))
}

# Strata are one group if a family is in both.
group_of <- function(x, cluster) {
	across <- any(tapply(x$stratum, cluster, function(s) length(unique(s))) > 1)
	if (across) rep("all", nrow(x)) else x$stratum
}

variance <- function(x, cluster) {
	group <- group_of(x, cluster)
	total <- spread <- 0
	for (g in unique(group)) {
		families <- unique(cluster[group == g])
		k <- length(families)
		left <- t(sapply(families, function(f) estimates(x[cluster != f, ])))
		in_g <- x[group == g, ]
		share <- min(tapply(rep(1, nrow(in_g)), in_g$stratum, sum) /
			tapply(in_g$size, in_g$stratum, mean))
		part <- (1 - share) * (k - 1) / k
		total <- total + part * colSums(sweep(left, 2, colMeans(left))^2)
		off <- sweep(left, 2, estimates(x))^2
		spread <- spread + part^2 * (k - 1) * apply(off, 2, var)
	}
	list(total = total, df = 2 * total^2 / spread)
}

report <- function(x, cluster, title) {
	found <- variance(x, cluster)
	v <- found$total
	one <- variance(x, x$docno)$total
	T <- estimates(x)
	# clusters with a document that counts in the denominator, less the groups of strata
	base <- list(est_rel = rep(TRUE, nrow(x)), est_richness = rep(TRUE, nrow(x)),
		     est_elusion = !x$ret, est_recall = x$rel == 1, est_P = x$ret,
		     est_F = x$ret | x$rel == 1)
	groups <- length(unique(group_of(x, cluster)))
	for (m in names(T)) {
		df <- min(length(unique(cluster[base[[m]]])) - groups, found$df[m])
		half <- qt(.975, df) * sqrt(v[m]) / (T[m] * (1 - T[m]))
		times <- if (m == "est_rel") sum(tapply(x$size, x$stratum, mean)) else 1
		cat(sprintf("%s %s %.6f %.6f %.6f %.2f\n", title, m, times * T[m],
			    times * plogis(qlogis(T[m]) - half), times * plogis(qlogis(T[m]) + half),
			    v[m] / one[m]))
	}
}

d$cluster <- d[["Family ID"]]
report(d, d$cluster, "families")
report(d, d$docno, "alone")
own <- d[d$cluster != "A3" | d$stratum == "A", ]
report(own, own$cluster, "nested")
a <- d
a$stratum <- "A"
a$size <- 6000
report(a, a$cluster, "one")
