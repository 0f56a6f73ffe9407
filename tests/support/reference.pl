#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# reference.pl - trec_eval's measures, restated as plainly as possible.
#
# An oracle for tests: slow, simple, every measure computed straight from its
# definition over the ranking.  Needs only perl-base (and gzip for .gz files).
#
#   perl reference.pl [-q] [-c] [-l N] [-M N] [-J] [-N N]
#                     [-R qrels|qrels_jg|prefs|qrels_prefs] [-Z FILE]
#                     [--digits=N] [-m NAME[.params]]... QRELS RUN
use strict;
use warnings;
use POSIX ();

# ---------------------------------------------------------------- options --

my %opt = (l => 1, M => 2147483647, N => 0, R => 'qrels', digits => 4);
my (@asked, @files);
while (@ARGV) {
    my $a = shift @ARGV;
    if    ($a =~ /^--digits=(\d+)$/)        { $opt{digits} = $1 }
    elsif ($a =~ /^-([qcJ]+)$/)             { $opt{$_} = 1 for split //, $1 }
    elsif ($a =~ /^-([lMNRZm])(.*)$/s)      { my $v = length $2 ? $2 : shift @ARGV;
                                              die "option -$1 needs a value\n" unless defined $v;
                                              $1 eq 'm' ? push(@asked, $v) : ($opt{$1} = $v) }
    elsif ($a =~ /^-./)                     { die "unknown option $a\n" }
    else                                    { push @files, $a }
}
@files == 2 or die "usage: reference.pl [options] QRELS RUN\n";
@asked = ('official') unless @asked;
for (qw(l M N)) { $opt{$_} =~ /^-?\d+$/ or die "-$_: not an integer: $opt{$_}\n" }
$opt{R} =~ /^(qrels|qrels_jg|prefs|qrels_prefs)$/ or die "unknown format $opt{R}\n";

# ------------------------------------------------------------------ input --

# The data lines of a file, each split into its fields; blank lines and
# comment lines (first visible character '#') are skipped.
sub read_fields {
    my ($file, $min, $max) = @_;
    my $in;
    if ($file =~ /\.gz$/) { open $in, '-|', 'gzip', '-dc', $file or die "$file: $!\n" }
    else                  { open $in, '<', $file                 or die "$file: $!\n" }
    my @lines;
    while (my $line = <$in>) {
        next if $line =~ /^\s*(#|$)/;
        my @f = split ' ', $line;
        die "$file: line $.: ", scalar @f, " fields\n" if @f < $min || ($max && @f > $max);
        push @lines, \@f;
    }
    close $in or die "$file: cannot read\n";
    return @lines;
}

sub number {                                   # a decimal, correctly rounded
    my ($text) = @_;
    my ($value, $left) = POSIX::strtod($text);
    die "not a number: '$text'\n" if $left || $text eq '';
    return $value;
}

# Judgments: $judg{topic}{group}{subgroup}{docno} = level.
#   qrels        one group and sub-group '' (the iteration column is ignored)
#   qrels_jg, qrels_prefs   group = column 2
#   prefs        group = column 2, sub-group = column 3, real-valued level
my %judg;
for my $f (read_fields($files[0], ($opt{R} eq 'prefs' ? (5, 5) : (4, 4)))) {
    my ($qid, $group, @rest) = @$f;
    my $sub = $opt{R} eq 'prefs' ? shift @rest : '';
    my ($doc, $level) = @rest;
    $group = '' if $opt{R} eq 'qrels';
    if ($opt{R} =~ /prefs/)        { $level = number($level) }
    elsif ($level !~ /^[-+]?\d+$/) { die "$files[0]: not an integer grade: '$level'\n" }
    die "$files[0]: topic $qid: duplicate document $doc\n"
        if exists $judg{$qid}{$group}{$sub}{$doc};
    $judg{$qid}{$group}{$sub}{$doc} = $level + 0;
}

my (%run, $runid);                             # $run{topic} = [[docno, score], ...]
{
    my %seen;
    for my $f (read_fields($files[1], 6, 0)) {
        my ($qid, undef, $doc, undef, $score, $id) = @$f;
        die "$files[1]: topic $qid: duplicate document $doc\n" if $seen{$qid}{$doc}++;
        push @{ $run{$qid} }, [$doc, number($score)];
        $runid = $id;                          # the last line's
    }
}

my %zfile;                                     # $zfile{topic}{column} = [mean, stddev]
if (defined $opt{Z}) {
    $zfile{ $_->[0] }{ $_->[1] } = [$_->[2], $_->[3]] for read_fields($opt{Z}, 4, 4);
}

# ---------------------------------------------------------------- helpers --
#
# A topic is { r => [judgment of the document at rank 1, 2, ...],
#              judged => [every judgment of the topic, as the file has it] }.
# In r, a document that is not in the judgments is -1 and one that was judged
# below 0 is -2.  Arrays are 0-based, ranks are 1-based: rank i is r[i-1].

sub min { my ($a, $b) = @_; return $a < $b ? $a : $b }
sub max { my ($a, $b) = @_; return $a > $b ? $a : $b }
sub log2 { return log($_[0]) / log(2) }
sub ratio { my ($a, $b) = @_; return $b ? $a / $b : 0 }

sub n      { my ($t) = @_; return scalar @{ $t->{r} } }
sub is_rel { my ($j) = @_; return $j >= $opt{l} }

sub top {                                      # judgments of the first min(k, n) ranks
    my ($t, $k) = @_;
    my $last = min($k, n($t)) - 1;
    return @{ $t->{r} }[0 .. $last];
}
sub cum {                                      # relevant documents in the top min(k, n)
    my ($t, $k) = @_;
    return scalar grep { is_rel($_) } top($t, $k);
}
sub num_rel {                                  # R = judgments >= max(l, 0)
    my ($t) = @_;
    my $at_least = max($opt{l}, 0);
    return scalar grep { $_ >= $at_least } @{ $t->{judged} };
}
# r = retrieved and judged >= max(l, 0): with -l -1 or below, unjudged documents are relevant in the
# ranking, but in neither r nor R
sub num_rel_ret { my ($t) = @_; return scalar grep { $_ >= 0 && is_rel($_) } @{ $t->{r} } }

# relevant documents in the top k, counted back from r at the last rank
sub cum_from_end {
    my ($t, $k) = @_;
    return max(num_rel_ret($t) - (cum($t, n($t)) - cum($t, $k)), 0);
}

# round half away from zero (x >= 0)
sub lround { my ($x) = @_; my $f = int $x; return $x - $f >= 0.5 ? $f + 1 : $f }

# ------------------------------------------- measures on a plain ranking --

# judged (>= 0) and retrieved, less the relevant retrieved
sub num_nonrel_judged_ret {
    my ($t) = @_;
    return (grep { $_ >= 0 } @{ $t->{r} }) - num_rel_ret($t);
}

# sum of the precisions at the relevant documents of the top k: S(k)
sub sum_precisions {
    my ($t, $k) = @_;
    my ($sum, $rel, $i) = (0, 0, 0);
    for my $j (top($t, $k)) { $i++; if (is_rel($j)) { $rel++; $sum += $rel / $i } }
    return $sum;
}

# map = S(n) / R
sub map_ { my ($t) = @_; return ratio(sum_precisions($t, n($t)), num_rel($t)) }

# map_cut_k = S(k) / R
sub map_cut { my ($t, $k) = @_; return ratio(sum_precisions($t, $k), num_rel($t)) }

# gm_map: log(max(AP, 1e-5)); the average is exp of the mean
sub gm_map { my ($t) = @_; return log(max(map_($t), 1e-5)) }

# Rprec = cum(R) / R
sub Rprec { my ($t) = @_; return ratio(cum($t, num_rel($t)), num_rel($t)) }

# bpref = 1/R sum over retrieved judged relevant of 1 - min(n_i, R)/min(N, R),
# n_i = judged nonrelevant above it, N = judgments with 0 <= rel < l
sub bpref {
    my ($t) = @_;
    my $R = num_rel($t);
    my $N = grep { $_ >= 0 && $_ < $opt{l} } @{ $t->{judged} };
    my ($sum, $above) = (0, 0);
    for my $j (grep { $_ >= 0 } @{ $t->{r} }) {
        if    (!is_rel($j)) { $above++ }
        elsif ($above == 0) { $sum += 1 }
        else                { $sum += 1 - min($above, $R) / min($N, $R) }
    }
    return ratio($sum, $R);
}

# gm_bpref: log(max(bpref, 1e-5)); the average is exp of the mean
sub gm_bpref { my ($t) = @_; return log(max(bpref($t), 1e-5)) }

# recip_rank = 1 / rank of the first relevant (within the top K), else 0
sub recip_rank {
    my ($t, $k) = @_;
    my $i = 0;
    for my $j (top($t, defined $k ? $k : n($t))) { $i++; return 1 / $i if is_rel($j) }
    return 0;
}

# iprec_at_recall_x: c = lround(x R); largest cum(i)/i, counted from the end, over the ranks i from
# the c-th relevant document (from rank 1 when c = 0) to n; 0 when c > r
sub iprec_at_recall {
    my ($t, $x) = @_;
    my $c = lround($x * num_rel($t));
    my ($best, $rel, $i) = (0, num_rel_ret($t) - cum($t, n($t)), 0);
    for my $j (@{ $t->{r} }) {
        $i++;
        $rel++ if is_rel($j);
        $best = max($best, $rel / $i) if $rel >= $c;
    }
    return $best;
}

# 11pt_avg = mean of iprec_at_recall over its points
sub eleven_pt_avg {
    my ($t, $param) = @_;
    my @x = sort { $a <=> $b } map { number($_) } split /,/, $param;
    my $sum = 0;
    $sum += iprec_at_recall($t, $_) for @x;
    return $sum / @x;
}

# P_k = cum(k) / k
sub P { my ($t, $k) = @_; return cum($t, $k) / $k }

# recall_k = cum(k) / R
sub recall { my ($t, $k) = @_; return ratio(cum($t, $k), num_rel($t)) }

# relative_P_k = cum(k) / min(k, R)
sub relative_P { my ($t, $k) = @_; return ratio(cum($t, $k), min($k, num_rel($t))) }

# success_k = 1 if cum(k) > 0
sub success { my ($t, $k) = @_; return cum($t, $k) > 0 ? 1 : 0 }

# relstring: first k judgments; 0-9, '>' above 9, '-' not judged, '.' judged below 0
sub relstring {
    my ($t, $k) = @_;
    return join '', map { $_ == -1 ? '-' : $_ < 0 ? '.' : $_ > 9 ? '>' : $_ } top($t, int $k);
}

# infAP = 1/R sum over judged relevant at 0-based position j of
#   1 if j = 0, else 1/(j+1) + j/(j+1) * (a+u)/j * (rho+eps)/(a+2 eps)
# rho, a, u = relevant, judged, judged-below-0 documents above; eps = 1e-5
sub infAP {
    my ($t) = @_;
    my ($sum, $rho, $a, $u, $eps) = (0, 0, 0, 0, 1e-5);
    for my $j (0 .. n($t) - 1) {
        my $rel = $t->{r}[$j];
        if ($rel >= 0 && is_rel($rel)) {
            $sum += $j == 0 ? 1
                  : 1 / ($j + 1)
                    + ($j / ($j + 1)) * (($a + $u) / $j) * (($rho + $eps) / ($a + 2 * $eps));
            $rho++;
        }
        $a++ if $rel >= 0;
        $u++ if $rel == -2;
    }
    return ratio($sum, num_rel($t));
}

# Rprec_mult_x: c = trunc(x R + 0.9); cum(c) / c, counted from the end
sub Rprec_mult {
    my ($t, $x) = @_;
    my $c = int($x * num_rel($t) + 0.9);
    return ratio(cum_from_end($t, $c), $c);
}

# utility = p1 r + p2 (n-r) + p3 (R-r) + p4 (Ncoll + r - n - R)
sub utility {
    my ($t, $param) = @_;
    my @p = map { number($_) } split /,/, $param;
    @p == 4 or die "utility: needs 4 coefficients\n";
    my ($n, $r, $R) = (n($t), num_rel_ret($t), num_rel($t));
    return $p[0] * $r + $p[1] * ($n - $r) + $p[2] * ($R - $r)
         + $p[3] * ($opt{N} + $r - $n - $R);
}

# binG = 1/R sum over relevant of 1 / log2(2 + not relevant above)
sub binG {
    my ($t) = @_;
    my ($sum, $above) = (0, 0);
    for my $j (@{ $t->{r} }) {
        if (is_rel($j)) { $sum += 1 / log2(2 + $above) } else { $above++ }
    }
    return ratio($sum, num_rel($t));
}

# set_P = r / n
sub set_P { my ($t) = @_; return ratio(num_rel_ret($t), n($t)) }

# set_recall = r / R
sub set_recall { my ($t) = @_; return ratio(num_rel_ret($t), num_rel($t)) }

# set_relative_P = r / min(n, R)
sub set_relative_P { my ($t) = @_; return ratio(num_rel_ret($t), min(n($t), num_rel($t))) }

# set_map = r^2 / (n R)
sub set_map { my ($t) = @_; return ratio(num_rel_ret($t) ** 2, n($t) * num_rel($t)) }

# set_F_x = (x+1) P R / (x P + R), P = set_P, R = set_recall
sub set_F {
    my ($t, $param) = @_;
    my ($x, $p, $r) = (number($param), set_P($t), set_recall($t));
    return ratio(($x + 1) * $p * $r, $x * $p + $r);
}

# yaap = ln((1 + S(n)) / (1 + R - S(n)))
sub yaap {
    my ($t) = @_;
    my $s = sum_precisions($t, n($t));
    my $below = 1 + num_rel($t) - $s;
    return $below > 0 ? log((1 + $s) / $below) : 0;
}

# unj_k = documents with judgment < 0 in the top k, / k
sub unj { my ($t, $k) = @_; return scalar(grep { $_ < 0 } top($t, $k)) / $k }

# judged_k = documents with a judgment, also below 0, in the top min(k, n), / min(k, n)
sub judged {
    my ($t, $k) = @_;
    return ratio(scalar(grep { $_ != -1 } top($t, $k)), min($k, n($t)));
}

# ------------------------------------------------ measures with gains --
#
# The gain of grade g >= 0 is g, of a document without a grade (-1 not judged,
# -2 judged below 0) it is 0; "level=gain" pairs override both.

sub pairs_of {                                 # "1=3,2=9" -> (1 => 3, 2 => 9)
    my ($param) = @_;
    my %pair;
    for (split /,/, $param, -1) {
        /^([^=]+)=([^=]+)$/ or die "malformed pair '$_'\n";
        $pair{$1} = number($2);
    }
    return %pair;
}
sub gain {
    my ($j, $pair) = @_;
    return exists $pair->{$j} ? $pair->{$j} : max($j, 0);
}
sub gains_ranked { my ($t, $p) = @_; my %q = pairs_of($p); return map { gain($_, \%q) } @{ $t->{r} } }
sub gains_ideal {                              # positive gains of the grades >= 0, largest first
    my ($t, $p) = @_;
    my %q = pairs_of($p);
    return sort { $b <=> $a } grep { $_ > 0 }
           map { gain($_, \%q) } grep { $_ >= 0 } @{ $t->{judged} };
}

# DCG(k) = sum for i = 1..k of g_i / log2(i+1)
sub dcg_of {
    my ($k, @g) = @_;
    my $sum = 0;
    for my $i (1 .. min($k, scalar @g)) { $sum += $g[$i - 1] / log2($i + 1) if $g[$i - 1] }
    return $sum;
}

# dcg = DCG(n) of the ranking
sub dcg { my ($t, $p) = @_; return dcg_of(n($t), gains_ranked($t, $p)) }

# ideal_dcg = DCG of all positive gains, largest first
sub ideal_dcg { my ($t, $p) = @_; my @g = gains_ideal($t, $p); return dcg_of(scalar @g, @g) }

# ndcg = dcg / ideal_dcg
sub ndcg { my ($t, $p) = @_; return ratio(dcg($t, $p), ideal_dcg($t, $p)) }

# ndcg_cut_k = DCG(k) / ideal DCG(k), gain = grade
sub ndcg_cut {
    my ($t, $k) = @_;
    return ratio(dcg_of($k, gains_ranked($t, '')), dcg_of($k, gains_ideal($t, '')));
}

# ndcg_rel = mean over all documents with a positive gain of DCG(i)/ideal DCG(i)
# at their rank i; those not retrieved use dcg / ideal_dcg
sub ndcg_rel {
    my ($t, $p) = @_;
    my @g = gains_ranked($t, $p);
    my @ideal = gains_ideal($t, $p);
    return 0 unless @ideal;
    my ($sum, $found, $dcg, $idcg) = (0, 0, 0, 0);
    for my $i (1 .. @g) {
        $dcg  += $g[$i - 1] / log2($i + 1);
        $idcg += $ideal[$i - 1] / log2($i + 1) if $i <= @ideal;
        if ($g[$i - 1] > 0) { $found++; $sum += $dcg / $idcg }
    }
    $sum += (@ideal - $found) * ndcg($t, $p);
    return $sum / @ideal;
}

# Rndcg = mean of DCG(i-1)/ideal DCG(i-1) at the ranks i where the ideal gain
# changes (also where it ends), and of dcg/ideal_dcg if n is beyond the last
# by two or more: trec_eval looks one document past the last change
sub Rndcg {
    my ($t, $p) = @_;
    my @g = gains_ranked($t, $p);
    my @ideal = gains_ideal($t, $p);
    return 0 if !@ideal || num_rel($t) == 0;
    my @values;
    for my $i (2 .. @ideal + 1) {
        next if $i <= @ideal && $ideal[$i - 1] == $ideal[$i - 2];
        push @values, dcg_of($i - 1, @g) / dcg_of($i - 1, @ideal);
    }
    push @values, ndcg($t, $p) if n($t) > @ideal + 1;
    my $sum = 0;
    $sum += $_ for @values;
    return $sum / @values;
}

# G = sum over g_i != 0 of g_i / log2(2 + cost_i - sum_{j<=i} g_j), / sum of the
# ideal gains; cost_i = sum_{j<=i} max(ideal_j, 1), ideal_j = 0 past its end
sub G {
    my ($t, $p) = @_;
    my @ideal = gains_ideal($t, $p);
    my ($total, $sum, $cost, $got, $i) = (0, 0, 0, 0, 0);
    $total += $_ for @ideal;
    for my $g (gains_ranked($t, $p)) {
        $cost += max($i < @ideal ? $ideal[$i] : 0, 1);
        $got += $g;
        $sum += $g / log2(2 + $cost - $got) if $g != 0;
        $i++;
    }
    return ratio($sum, $total);
}

# rbp = (1-p) sum g_i p^(i-1), 0 for a document without a grade; if the gains of
# the topic's grades (and of 0) leave [0,1] then g is (g-min)/(max-min)
sub rbp {
    my ($t, $param) = @_;
    my %q = pairs_of($param);
    my $p = exists $q{p} ? $q{p} : 0.9;
    my ($lo, $hi) = (gain(0, \%q)) x 2;
    for my $g (map { gain($_, \%q) } grep { $_ >= 0 } @{ $t->{judged} }) {
        $lo = min($lo, $g);
        $hi = max($hi, $g);
    }
    my ($sum, $i) = (0, 0);
    for my $j (@{ $t->{r} }) {
        $i++;
        next if $j < 0;
        my $g = gain($j, \%q);
        $g = ratio($g - $lo, $hi - $lo) if $lo < 0 || $hi > 1;
        $sum += $g * $p ** ($i - 1);
    }
    return (1 - $p) * $sum;
}

# rbp_resid = p^n + (1-p) sum over r_i < 0 of p^(i-1); 0 if there is no r_i < 0
sub rbp_resid {
    my ($t, $param) = @_;
    my %q = pairs_of($param);
    my $p = exists $q{p} ? $q{p} : 0.9;
    my @unjudged = grep { $t->{r}[$_ - 1] < 0 } 1 .. n($t);
    return 0 unless @unjudged;
    my $sum = 0;
    $sum += $p ** ($_ - 1) for @unjudged;
    return $p ** n($t) + (1 - $p) * $sum;
}

# ndcg_exp_cut_k = DCG(k) / ideal DCG(k) with gain 2^grade - 1 for grade > 0, else 0
sub ndcg_exp_cut {
    my ($t, $k) = @_;
    my @g     = map { $_ > 0 ? 2 ** $_ - 1 : 0 } @{ $t->{r} };
    my @ideal = map { 2 ** $_ - 1 } sort { $b <=> $a } grep { $_ > 0 } @{ $t->{judged} };
    return ratio(dcg_of($k, @g), dcg_of($k, @ideal));
}

# ndcg_exp = the same over the whole ranking and the whole ideal
sub ndcg_exp { my ($t) = @_; return ndcg_exp_cut($t, n($t) + @{ $t->{judged} }) }

# ------------------------------------- measures per judgment group (jg) --

# mean over the topic's judgment groups of a base measure computed with that
# group's judgments only (a document the group did not judge is not judged)
sub avgjg {
    my ($base, $t, $param) = @_;
    my $sum = 0;
    $sum += $base->($_, $param) for @{ $t->{groups} };
    return $sum / @{ $t->{groups} };
}

# ------------------------------------------------------------ preferences --
#@PREFS-BEGIN
# Input.  prefs: "qid jg jsg docno level", level a real number.  qrels_prefs:
# "qid jg docno level", every line in one sub-group.  -l, -J and -N are ignored.
#
# Ranking.  Score descending, equal scores by docno ASCENDING (the opposite of
# the other measures), then -M.  A document's position is its place there.
# Documents that are not in the judgments play no part.
#
# Preferences of a judgment group (jg) are ordered pairs A > B, each counted once:
#  - one sub-group ("EC"): A > B for all its documents with level(A) > level(B);
#  - several sub-groups ("PA"): the same inside each sub-group, united, and then
#    closed transitively over the jg (A > B in one, B > C in another: A > C).
#    Levels are never compared across sub-groups, and a tie says nothing (it is
#    not carried over).  A > B and B > A in one jg, also by transitivity: error.
# Different jgs are independent and may contradict each other.
#
# A pair A > B is  ret    when both are retrieved: fulfilled if A stands above B;
#                  imp    when exactly one is retrieved: fulfilled if it is A;
#                  unret  when neither is retrieved: never fulfilled.
# What a variant counts (possible, and fulfilled where it is):
#   plain: ret + imp + unret.   _imp: ret + imp.   _ret: ret only.
#
#   prefs_num_prefs_poss     all pairs of all jgs
#   prefs_num_prefs_ful      fulfilled ones (ret + imp)
#   prefs_num_prefs_ful_ret  fulfilled ones of kind ret
#   prefs_simp*     fulfilled / possible, both summed over the jgs; 0 if none
#   prefs_avgjg*    mean over ALL jgs of fulfilled / possible (0 if none possible)
#   prefs_pair*     for each unordered pair {A,B} that has a preference in some jg
#                   and is of a kind that the variant counts: v = (jgs whose
#                   preference is fulfilled) / (jgs with a preference on it);
#                   mean of v over those pairs; 0 if there are none
#
# prefs_avgjg_Rnonrel and prefs_avgjg_Rnonrel_ret: mean over the jgs of f/p with
# the number of nonrelevant documents made equal to that of the relevant ones.
# In a jg a document is relevant if its level is > 0 (in any sub-group) and
# nonrelevant if its level is = 0 (and > 0 in no sub-group).
#   Rall = relevant documents of the jg, Rret = those that are retrieved.
#   R, N = relevant, nonrelevant documents of the jg;
#          for _ret only the retrieved ones (so R = Rret).
#   f, p = fulfilled and possible pairs of the jg, plain variant; for _ret: _ret.
#   N < R           add R-N nonrelevant documents that nobody retrieved:
#                   f += (R-N) Rret, p += (R-N) Rall  (Rall also in _ret)
#   N > R, EC       f and p are counted anew.  Let F be the R nonrelevant ones that
#                   stand first (the retrieved by position, then the unretrieved).
#                   p = (pairs between relevant) + R (R+N)
#                   f = (fulfilled pairs between relevant)
#                     + sum over all retrieved documents d of the jg, relevant AND
#                       nonrelevant, of the members of F that stand below d
#                       (an unretrieved member of F stands below every d)
#                   where for _ret the pairs between relevant are those of kind ret.
#                   (So nonrelevant documents count as if they should precede other
#                   nonrelevant ones; that is what the published outputs contain.)
#   N = R, or N > R in PA    f and p stay.
#   If p = 0 in any jg (that is, R = 0 there, or PA without pairs), the topic's
#   value is 0, whatever the other jgs give.
#@PREFS-END

# the judgment groups of a topic: { ec => bool, level => {doc => highest level},
# pairs => [[A, B], ...] }
sub preference_groups {
    my ($qid) = @_;
    my @groups;
    for my $jg (sort keys %{ $judg{$qid} }) {
        my @subs = values %{ $judg{$qid}{$jg} };
        my (%level, %worse);                   # $worse{A}{B}: A > B
        for my $sub (@subs) {
            my @docs = sort { $sub->{$b} <=> $sub->{$a} } keys %$sub;
            for my $A (@docs) {
                $level{$A} = $sub->{$A} if !exists $level{$A} || $sub->{$A} > $level{$A};
                for my $B (reverse @docs) {
                    last if $sub->{$B} >= $sub->{$A};
                    $worse{$A}{$B} = 1;
                }
            }
        }
        if (@subs > 1) {                       # transitive closure
            for my $mid (keys %level) {
                for my $A (grep { $worse{$_}{$mid} } keys %worse) {
                    $worse{$A}{$_} = 1 for keys %{ $worse{$mid} || {} };
                }
            }
            $worse{$_}{$_} and die "topic $qid, group $jg: contradictory preferences\n"
                for keys %worse;
        }
        my @pairs;
        for my $A (keys %worse) { push @pairs, [$A, $_] for keys %{ $worse{$A} } }
        push @groups, { ec => @subs == 1, level => \%level, pairs => \@pairs };
    }
    return \@groups;
}

# what became of the pair A > B: (kind, fulfilled)
sub outcome {
    my ($t, $A, $B) = @_;
    my ($a, $b) = ($t->{pos}{$A}, $t->{pos}{$B});
    return ('ret', $a < $b ? 1 : 0) if defined $a && defined $b;
    return ('imp', defined $a ? 1 : 0) if defined $a || defined $b;
    return ('unret', 0);
}

my %kinds = (plain => { ret => 1, imp => 1, unret => 1 },
             imp   => { ret => 1, imp => 1 },
             ret   => { ret => 1 });

# (fulfilled, possible) among some pairs, for a variant
sub fulfilled_possible {
    my ($t, $variant, @pairs) = @_;
    my ($ful, $poss) = (0, 0);
    for (@pairs) {
        my ($kind, $f) = outcome($t, @$_);
        next unless $kinds{$variant}{$kind};
        $poss++;
        $ful += $f;
    }
    return ($ful, $poss);
}

sub all_pairs { my ($t) = @_; return map { @{ $_->{pairs} } } @{ $t->{groups} } }

# counts over all groups: possible, fulfilled, fulfilled with both retrieved
sub prefs_num_poss    { my ($t) = @_; return (fulfilled_possible($t, 'plain', all_pairs($t)))[1] }
sub prefs_num_ful     { my ($t) = @_; return (fulfilled_possible($t, 'plain', all_pairs($t)))[0] }
sub prefs_num_ful_ret { my ($t) = @_; return (fulfilled_possible($t, 'ret',   all_pairs($t)))[0] }

# prefs_simp = fulfilled / possible over all groups
sub prefs_simp { my ($t, $variant) = @_; return ratio(fulfilled_possible($t, $variant, all_pairs($t))) }

# prefs_avgjg = mean over the groups of fulfilled / possible
sub prefs_avgjg {
    my ($t, $variant) = @_;
    my $sum = 0;
    $sum += ratio(fulfilled_possible($t, $variant, @{ $_->{pairs} })) for @{ $t->{groups} };
    return $sum / @{ $t->{groups} };
}

# prefs_pair = mean over document pairs of fulfilled / expressed preferences on it
sub prefs_pair {
    my ($t, $variant) = @_;
    my (%ful, %votes);
    for (all_pairs($t)) {
        my ($kind, $f) = outcome($t, @$_);
        next unless $kinds{$variant}{$kind};
        my $key = join ' ', sort @$_;
        $votes{$key}++;
        $ful{$key} += $f;
    }
    my $sum = 0;
    $sum += $ful{$_} / $votes{$_} for keys %votes;
    return ratio($sum, scalar keys %votes);
}

# prefs_avgjg_Rnonrel = mean over the groups of f/p with N made equal to R
sub prefs_avgjg_Rnonrel {
    my ($t, $variant) = @_;
    my $pos = $t->{pos};
    my $sum = 0;
    for my $jg (@{ $t->{groups} }) {
        my @docs   = keys %{ $jg->{level} };
        my @rel    = grep { $jg->{level}{$_} > 0 } @docs;
        my @nonrel = grep { $jg->{level}{$_} == 0 } @docs;
        my $Rall   = @rel;
        my $Rret   = grep { exists $pos->{$_} } @rel;
        if ($variant eq 'ret') { @$_ = grep { exists $pos->{$_} } @$_ for \@rel, \@nonrel }
        my ($R, $N) = (scalar @rel, scalar @nonrel);
        my ($f, $p);
        if ($N > $R && $jg->{ec}) {
            my %is_rel = map { $_ => 1 } @rel;
            ($f, $p) = fulfilled_possible($t, $variant,
                           grep { $is_rel{ $_->[0] } && $is_rel{ $_->[1] } } @{ $jg->{pairs} });
            my @first = sort { $a <=> $b }      # positions of F; unretrieved: last
                        map { exists $pos->{$_} ? $pos->{$_} : 9**15 } @nonrel;
            $#first = $R - 1;
            for my $d (grep { exists $pos->{$_} } @rel, @nonrel) {
                $f += grep { $_ > $pos->{$d} } @first;
            }
            $p += $R * ($R + $N);
        }
        else {
            ($f, $p) = fulfilled_possible($t, $variant, @{ $jg->{pairs} });
            if ($N < $R) {
                $f += ($R - $N) * $Rret;
                $p += ($R - $N) * $Rall;
            }
        }
        return 0 if $p == 0;
        $sum += $f / $p;
    }
    return $sum / @{ $t->{groups} };
}

# ------------------------------------------------------------- the table --
#
# name => rows in printing order: [name, format it needs, kind of parameters,
# default parameters, how topics are put together, sub].
#   parameters: none; long / double = list of cutoffs, one column each;
#               raw = one column, named after the parameter text
#   together:   mean; sum (integers); geo = exp of the mean, no topic lines;
#               string = no summary line; runid, num_q = no topic lines

my $NINE    = '5,10,15,20,30,100,200,500,1000';
my $RECALLS = '0.0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.0';
my $MULTS   = '0.2,0.4,0.6,0.8,1.0,1.2,1.4,1.6,1.8,2.0';

sub variant { my ($sub, $v) = @_; return sub { $sub->($_[0], $v) } }
sub by_jg   { my ($sub) = @_; return sub { avgjg($sub, @_) } }

my @TABLE = (
    ['runid',       'any',   'none', '', 'runid', undef],
    ['num_q',       'any',   'none', '', 'num_q', undef],
    ['num_ret',     'qrels', 'none', '', 'sum',  \&n],
    ['num_rel',     'qrels', 'none', '', 'sum',  \&num_rel],
    ['num_rel_ret', 'qrels', 'none', '', 'sum',  \&num_rel_ret],
    ['map',         'qrels', 'none', '', 'mean', \&map_],
    ['gm_map',      'qrels', 'none', '', 'geo',  \&gm_map],
    ['Rprec',       'qrels', 'none', '', 'mean', \&Rprec],
    ['bpref',       'qrels', 'none', '', 'mean', \&bpref],
    ['recip_rank',  'qrels', 'long', '', 'mean', \&recip_rank],
    ['iprec_at_recall', 'qrels', 'double', $RECALLS, 'mean', \&iprec_at_recall],
    ['P',           'qrels', 'long',   $NINE,      'mean', \&P],
    ['relstring',   'qrels', 'raw',    '10',       'string', \&relstring],
    ['recall',      'qrels', 'long',   $NINE,      'mean', \&recall],
    ['infAP',       'qrels', 'none',   '',         'mean', \&infAP],
    ['gm_bpref',    'qrels', 'none',   '',         'geo',  \&gm_bpref],
    ['Rprec_mult',  'qrels', 'double', $MULTS,     'mean', \&Rprec_mult],
    ['utility',     'qrels', 'raw',    '1,-1,0,0', 'mean', \&utility],
    ['11pt_avg',    'qrels', 'raw',    $RECALLS,   'mean', \&eleven_pt_avg],
    ['binG',        'qrels', 'none',   '',         'mean', \&binG],
    ['G',           'qrels', 'raw',    '',         'mean', \&G],
    ['dcg',         'qrels', 'raw',    '',         'mean', \&dcg],
    ['ideal_dcg',   'qrels', 'raw',    '',         'mean', \&ideal_dcg],
    ['ndcg',        'qrels', 'raw',    '',         'mean', \&ndcg],
    ['ndcg_rel',    'qrels', 'raw',    '',         'mean', \&ndcg_rel],
    ['Rndcg',       'qrels', 'raw',    '',         'mean', \&Rndcg],
    ['ndcg_cut',    'qrels', 'long',   $NINE,      'mean', \&ndcg_cut],
    ['map_cut',     'qrels', 'long',   $NINE,      'mean', \&map_cut],
    ['relative_P',  'qrels', 'long',   $NINE,      'mean', \&relative_P],
    ['success',     'qrels', 'long',   '1,5,10',   'mean', \&success],
    ['set_P',       'qrels', 'none',   '',         'mean', \&set_P],
    ['set_relative_P', 'qrels', 'none', '',        'mean', \&set_relative_P],
    ['set_recall',  'qrels', 'none',   '',         'mean', \&set_recall],
    ['set_map',     'qrels', 'none',   '',         'mean', \&set_map],
    ['set_F',       'qrels', 'raw',    '1.0',      'mean', \&set_F],
    ['num_nonrel_judged_ret', 'qrels', 'none', '', 'sum',  \&num_nonrel_judged_ret],
    ['prefs_num_prefs_poss',    'prefs', 'none', '', 'sum', \&prefs_num_poss],
    ['prefs_num_prefs_ful',     'prefs', 'none', '', 'sum', \&prefs_num_ful],
    ['prefs_num_prefs_ful_ret', 'prefs', 'none', '', 'sum', \&prefs_num_ful_ret],
    ['prefs_simp',              'prefs', 'none', '', 'mean', variant(\&prefs_simp,  'plain')],
    ['prefs_pair',              'prefs', 'none', '', 'mean', variant(\&prefs_pair,  'plain')],
    ['prefs_avgjg',             'prefs', 'none', '', 'mean', variant(\&prefs_avgjg, 'plain')],
    ['prefs_avgjg_Rnonrel',     'prefs', 'none', '', 'mean', variant(\&prefs_avgjg_Rnonrel, 'plain')],
    ['prefs_simp_ret',          'prefs', 'none', '', 'mean', variant(\&prefs_simp,  'ret')],
    ['prefs_pair_ret',          'prefs', 'none', '', 'mean', variant(\&prefs_pair,  'ret')],
    ['prefs_avgjg_ret',         'prefs', 'none', '', 'mean', variant(\&prefs_avgjg, 'ret')],
    ['prefs_avgjg_Rnonrel_ret', 'prefs', 'none', '', 'mean', variant(\&prefs_avgjg_Rnonrel, 'ret')],
    ['prefs_simp_imp',          'prefs', 'none', '', 'mean', variant(\&prefs_simp,  'imp')],
    ['prefs_pair_imp',          'prefs', 'none', '', 'mean', variant(\&prefs_pair,  'imp')],
    ['prefs_avgjg_imp',         'prefs', 'none', '', 'mean', variant(\&prefs_avgjg, 'imp')],
    ['map_avgjg',        'qrels_jg', 'none',   '',     'mean', by_jg(\&map_)],
    ['P_avgjg',          'qrels_jg', 'long',   $NINE,  'mean', by_jg(\&P)],
    ['Rprec_mult_avgjg', 'qrels_jg', 'double', $MULTS, 'mean', by_jg(\&Rprec_mult)],
    ['yaap',         'qrels', 'none', '',        'mean', \&yaap],
    ['rbp',          'qrels', 'raw',  '',        'mean', \&rbp],
    ['rbp_resid',    'qrels', 'raw',  '',        'mean', \&rbp_resid],
    ['unj',          'qrels', 'long', '5,10,20', 'mean', \&unj],
    ['ndcg_exp',     'qrels', 'none', '',        'mean', \&ndcg_exp],
    ['ndcg_exp_cut', 'qrels', 'long', $NINE,     'mean', \&ndcg_exp_cut],
    ['judged',       'qrels', 'long', '5,10,20', 'mean', \&judged],
);

my %in_no_nickname = map { $_ => 1 } qw(yaap dcg ideal_dcg ndcg_exp ndcg_exp_cut judged);
sub names { my ($format) = @_; return map { $_->[0] } grep { $_->[1] =~ /^(any|$format)$/ } @TABLE }
my %NICKNAME = (
    official => [qw(runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref
                    recip_rank iprec_at_recall P)],
    set      => [qw(runid num_q num_ret num_rel num_rel_ret utility set_P set_recall
                    set_relative_P set_map set_F)],
    all_trec  => [grep { !$in_no_nickname{$_} } names('qrels')],
    all_prefs => [names('prefs')],
    prefs     => [qw(runid num_q prefs_num_prefs_poss prefs_num_prefs_ful
                     prefs_num_prefs_ful_ret prefs_simp prefs_pair prefs_avgjg)],
    qrels_jg  => [names('qrels_jg')],
);

# ------------------------------------------- the columns that were asked for --

# What -m asks: by nickname, plain by name, or by name with parameter texts.
my %known = map { $_->[0] => $_ } @TABLE;
my (%by_nickname, %with);                      # $with{name} = texts in order; undef = plain
for (@asked) {
    my ($name, $param) = /^([^.]*)(?:\.(.*))?$/s;
    die "-m $_: empty parameter\n" if defined $param && $param eq '';
    if ($NICKNAME{$name}) { $by_nickname{$_} = 1 for @{ $NICKNAME{$name} }; next }
    $known{$name} or die "-m $_: no such measure\n";
    $param = undef if $known{$name}[2] eq 'none';
    push @{ $with{$name} }, $param;
}

# Each column: [printed name, together, sub of a topic].
my @columns;
for my $row (@TABLE) {
    my ($name, $format, $kind, $default, $together, $sub) = @$row;
    my @texts = @{ $with{$name} || [] };
    unshift @texts, undef if $by_nickname{$name} && !grep { defined } @texts;
    next unless @texts;
    my $given = $opt{R} eq 'qrels_prefs' ? 'prefs' : $opt{R};
    die "$name: cannot be computed from -R $opt{R}\n" if $format ne 'any' && $format ne $given;

    my $plain = grep { !defined } @texts;
    if ($kind eq 'none' || ($name eq 'recip_rank' && $plain)) {
        push @columns, [$name, $together, $sub];
    }
    if ($kind eq 'raw') {
        my %done;
        for my $text (@texts) {
            my $column = defined $text ? "${name}_$text" : $name;
            next if $done{$column}++;
            my $param = defined $text ? $text : $default;
            push @columns, [$column, $together, sub { $sub->($_[0], $param) }];
        }
    }
    elsif ($kind eq 'long' || $kind eq 'double') {
        my %cut;                               # union of the lists
        for my $text (map { defined $_ ? $_ : $default } @texts) {
            my %here;
            for (map { number($_) } split /,/, $text) {
                my $c = $kind eq 'long' ? int $_ : $_;
                die "$name: cutoff $_ is not positive\n" if $kind eq 'long' && $c <= 0;
                die "$name: duplicate cutoff $c\n" if $here{$c}++;
                $cut{$c} = $c;
            }
        }
        for my $c (sort { $a <=> $b } values %cut) {
            my $suffix = $kind eq 'long' ? $c : substr sprintf('%3.2f', $c), 0, 8;
            push @columns, ["${name}_$suffix", $together, sub { $sub->($_[0], $c) }];
        }
    }
}

# -------------------------------------------------------------- evaluation --

# the documents of a topic in ranked order, cut by -M
sub ranked_docs {
    my ($qid, $ties_ascending) = @_;
    my @docs = sort { $b->[1] <=> $a->[1]
                      || ($ties_ascending ? $a->[0] cmp $b->[0] : $b->[0] cmp $a->[0]) }
               @{ $run{$qid} || [] };
    $#docs = max($opt{M}, 0) - 1 if @docs > $opt{M};
    return map { $_->[0] } @docs;
}

# judgments along a ranking: { r, judged } (see "helpers")
sub plain_topic {
    my ($rel, @docs) = @_;
    my @r = map { !exists $rel->{$_} ? -1 : $rel->{$_} < 0 ? -2 : $rel->{$_} } @docs;
    @r = grep { $_ >= 0 } @r if $opt{J};
    return { r => \@r, judged => [values %$rel] };
}

sub topic {
    my ($qid) = @_;
    if ($opt{R} =~ /prefs/) {
        my @docs = ranked_docs($qid, 1);
        my %pos;
        @pos{@docs} = (1 .. @docs);
        return { pos => \%pos, groups => preference_groups($qid) };
    }
    my @docs = ranked_docs($qid, 0);
    my @groups = map { plain_topic($judg{$qid}{$_}{''}, @docs) } sort keys %{ $judg{$qid} };
    return $opt{R} eq 'qrels' ? $groups[0] : { groups => \@groups };
}

# (value - mean) / stddev from the -Z file
sub zscore {
    my ($qid, $column, $value) = @_;
    my $z = $zfile{$qid}{$column} or return -1000000;
    my ($mean, $sd) = @$z;
    return ($value - $mean) / $sd if $sd != 0;
    return $value == $mean ? 0 : -1000000;
}

sub show {
    my ($column, $together, $qid, $value) = @_;
    my $Z = '';
    if    ($together eq 'string') { $value = "'$value'" }
    elsif ($together eq 'runid')  { }
    else {
        $Z = 'Z' if defined $opt{Z};
        $value = ($together eq 'sum' || $together eq 'num_q') && !$Z
               ? sprintf('%d', $value) : sprintf("%6.$opt{digits}f", $value);
    }
    printf "%s%-22s\t%s\t%s\n", $Z, $column, $qid, $value;
}

my @topics = sort keys %judg;
my $missing = grep { !$run{$_} } @topics;
if ($missing && !$opt{c}) {
    warn "reference.pl: $missing judged topic(s) missing from the run, left out\n";
    @topics = grep { $run{$_} } @topics;
}
die "no topic to evaluate\n" unless @topics;

my %total;
for my $qid (@topics) {
    my $t = topic($qid);
    for (@columns) {
        my ($column, $together, $sub) = @$_;
        next unless $sub;
        my $value = $sub->($t);
        if ($together ne 'string') {
            $value = zscore($qid, $column, $value) if defined $opt{Z};
            $total{$column} += $value;
        }
        show($column, $together, $qid, $value) if $opt{q} && $together ne 'geo';
    }
}
for (@columns) {
    my ($column, $together) = @$_;
    next if $together eq 'string';
    my $value = $together eq 'runid' ? $runid
              : $together eq 'num_q' ? scalar @topics
              : $together eq 'sum'   ? $total{$column}
              : $together eq 'mean'  ? $total{$column} / @topics
              :                        exp($total{$column} / @topics);
    if ($column eq 'num_rel' && $opt{c} && !defined $opt{Z}) {   # rel > 0, whatever -l says
        $value = grep { $_ > 0 } map { values %{ $_->{''}{''} } } values %judg;
    }
    show($column, $together, 'all', $value);
}
