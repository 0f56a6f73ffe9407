#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What strat_eval sample draws, restated: XXH64 and Philox from their descriptions, the prior and the
# inclusion probabilities as sums over ranks and picks, cells as strings.
#
#	sample.pl stevens SEED SIZE RUN...
#	sample.pl strata SEED SHARES RUN...
#	sample.pl xxh64 FILE
#
# The last one prints the hash of the file's bytes.
# SHARES is CSV: topic,stratum,size. Prints the CSV of strat_eval sample.
use strict;
use warnings;

my ($design, $seed, $what, @files) = @ARGV;

# ---- 64-bit arithmetic ----

sub add { use integer; my $x = $_[0] + $_[1]; no integer; return $x & ~0 }

sub mul {
	my ($a, $b) = @_;
	my ($al, $ah, $bl, $bh) = ($a & 0xffffffff, $a >> 32, $b & 0xffffffff, $b >> 32);
	my $middle = (($al * $bh) & 0xffffffff) + (($ah * $bl) & 0xffffffff);
	return add($al * $bl, ($middle & 0xffffffff) << 32);
}

sub rotate { my ($x, $n) = @_; return (($x << $n) & ~0) | ($x >> (64 - $n)) }

# ---- XXH64 with seed 0 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md) ----

my ($P1, $P2, $P3, $P4, $P5) = (11400714785074694791, 14029467366897019727, 1609587929392839161,
	9650029242287828579, 2870177450012600261);

sub round64 { my ($acc, $lane) = @_; return mul(rotate(add($acc, mul($lane, $P2)), 31), $P1) }

sub merge { my ($acc, $x) = @_; return add(mul($acc ^ round64(0, $x), $P1), $P4) }

sub xxh64 {
	my ($text) = @_;
	my $length = length $text;
	my $acc = $P5;
	if ($length >= 32) {
		my @v = (add($P1, $P2), $P2, 0, add(~$P1, 1));
		while (length $text >= 32) {
			@v = map { round64($v[$_], unpack('Q<', substr($text, 8 * $_, 8))) } 0 .. 3;
			$text = substr($text, 32);
		}
		$acc = add(add(rotate($v[0], 1), rotate($v[1], 7)), add(rotate($v[2], 12), rotate($v[3], 18)));
		$acc = merge($acc, $_) for @v;
	}
	$acc = add($acc, $length);
	while (length $text >= 8) {
		$acc = add(mul(rotate($acc ^ round64(0, unpack('Q<', $text)), 27), $P1), $P4);
		$text = substr($text, 8);
	}
	if (length $text >= 4) {
		$acc = add(mul(rotate($acc ^ mul(unpack('V', $text), $P1), 23), $P2), $P3);
		$text = substr($text, 4);
	}
	$acc = mul(rotate($acc ^ mul($_, $P5), 11), $P1) for unpack('C*', $text);
	$acc = mul($acc ^ ($acc >> 33), $P2);
	$acc = mul($acc ^ ($acc >> 29), $P3);
	return $acc ^ ($acc >> 32);
}

# ---- Philox4x32-10 (Salmon and others 2011) ----

sub philox {
	my ($key, @c) = @_;
	my ($k0, $k1) = ($key & 0xffffffff, $key >> 32);
	for (1 .. 10) {
		my ($p0, $p1) = (0xD2511F53 * $c[0], 0xCD9E8D57 * $c[2]);
		@c = (($p1 >> 32) ^ $c[1] ^ $k0, $p1 & 0xffffffff, ($p0 >> 32) ^ $c[3] ^ $k1, $p0 & 0xffffffff);
		($k0, $k1) = (($k0 + 0x9E3779B9) & 0xffffffff, ($k1 + 0xBB67AE85) & 0xffffffff);
	}
	return @c;
}

sub halves { return ($_[0] & 0xffffffff, $_[0] >> 32) }

# The random number of a document.
sub bits {
	my ($topic, $document) = @_;
	my @v = philox($seed, halves(xxh64($topic)), halves(xxh64($document)));
	return $v[0] << 32 | $v[1];
}

# The first $n uniform numbers of a topic's stream 0: of each block the second pair comes first.
sub uniforms {
	my ($topic, $n) = @_;
	my @u;
	for (my $block = 0; @u < $n; $block++) {
		my @v = philox($seed, $block, 0, halves(xxh64($topic)));
		push @u, ((($_->[0] << 32 | $_->[1]) >> 12) + 0.5) / 2**52 for [@v[2, 3]], [@v[0, 1]];
	}
	return @u[0 .. $n - 1];
}

# ---- runs ----

my (%rank, %length, %name); # {topic}{document}{file}, {topic}{file}, {file}
for my $file (@files) {
	my %score;
	open my $in, '<', $file or die "$file: $!";
	while (<$in>) {
		my ($topic, undef, $document, undef, $score, $tag) = split;
		$score{$topic}{$document} = $score;
		$name{$file} = $tag;
	}
	for my $topic (keys %score) {
		my $s = $score{$topic};
		my $r = 0;
		$rank{$topic}{$_}{$file} = ++$r for sort { $s->{$b} <=> $s->{$a} || $b cmp $a } keys %$s;
		$length{$topic}{$file} = $r;
	}
}

# ---- designs ----

my @rows;

# The $n documents with the smallest random numbers.
sub draw {
	my ($topic, $n, @documents) = @_;
	my %bits = map { $_ => bits($topic, $_) } @documents;
	my @sorted = sort { $bits{$a} <=> $bits{$b} } @documents;
	return @sorted[0 .. ($n < @sorted ? $n : @sorted) - 1];
}

sub binomial { # P(T = k) of n picks with probability w
	my ($n, $k, $w) = @_;
	my $p = 1;
	$p *= ($n - $k + $_) / $_ * $w for 1 .. $k;
	return $p * (1 - $w)**($n - $k);
}

sub stevens {
	my ($topic, $m) = @_;
	my %weight;
	for my $document (keys %{$rank{$topic}}) {
		for my $file (@files) {
			my $r = $rank{$topic}{$document}{$file} or next;
			my ($Z, $sum) = ($length{$topic}{$file}, 1);
			$sum += 1 / $_ for $r .. $Z;
			$weight{$document} += $sum / (2 * $Z);
		}
	}
	# weights that differ by rounding only are equal
	my @order = sort { sprintf('%.12e', $weight{$b}) <=> sprintf('%.12e', $weight{$a}) || $a cmp $b }
		keys %weight;
	my (@bucket, @sum, $total);
	push @{$bucket[int($_ / $m)]}, $order[$_] for 0 .. $#order;
	for my $b (0 .. $#bucket) {
		$sum[$b] += $weight{$_} for @{$bucket[$b]};
		$total += $sum[$b];
	}
	my @picked = (0) x @bucket;
	for my $u (uniforms($topic, $m)) {
		my ($b, $below) = (0, $sum[0] / $total);
		$below += $sum[++$b] / $total while $u >= $below && $b < $#bucket;
		$picked[$b]++;
	}
	for my $b (0 .. $#bucket) {
		my ($s, $pi) = (scalar @{$bucket[$b]}, 0);
		$pi += binomial($m, $_, $sum[$b] / $total) * ($_ < $s ? $_ : $s) / $s for 1 .. $m;
		push @rows, [$topic, $_, $pi, 'bucket' . ($b + 1), $s, $m]
			for draw($topic, $picked[$b], @{$bucket[$b]});
	}
}

sub strata {
	my ($topic, $share) = @_;
	my %cell;
	for my $document (keys %{$rank{$topic}}) {
		my @names = sort map { $name{$_} } keys %{$rank{$topic}{$document}};
		push @{$cell{join '+', @names}}, $document;
	}
	for my $label (keys %cell) {
		my ($n, $N) = ($share->{$label} // 0, scalar @{$cell{$label}});
		push @rows, [$topic, $_, $n / $N, $label, $N, ''] for draw($topic, $n, @{$cell{$label}});
	}
}

my %shares;
if ($design eq 'xxh64') {
	open my $in, '<:raw', $seed or die;
	printf "%016x\n", xxh64(do { local $/; <$in> });
	exit;
}
if ($design eq 'strata') {
	open my $in, '<', $what or die "$what: $!";
	while (<$in>) {
		chomp;
		my ($topic, $label, $size) = split /,/;
		$shares{$topic}{$label} = $size if $. > 1;
	}
}
for my $topic (keys %rank) {
	$design eq 'strata' ? strata($topic, $shares{$topic} // {}) : stevens($topic, $what);
}
print "topic,docno,rel,prob,stratum,size,picks\n";
printf "%s,%s,,%.17g,%s,%d,%s\n", @$_ for sort { $a->[0] cmp $b->[0] || $a->[1] cmp $b->[1] } @rows;
