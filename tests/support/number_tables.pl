# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The tables of numbers in a Markdown document, and the commands above them.
#
#	perl number_tables.pl DOCUMENT            lists: LINE, and that of its command or "none"
#	perl number_tables.pl DOCUMENT OUTPUT     compares with what tests/tables.sh printed
#
# A table of numbers has numbers in half of its cells or more, the first column not counted. Its
# command is a fenced block ```bash or ```sh under the same heading, above it. In a comparison each
# number of the tables under a ```bash block, up to the next block or heading, must be one of those
# that the block printed, rounded to as many decimals. Columns from one whose head begins with "paper"
# on are not ours. A line that is a link to tables/NAME.csv is the table in that file.
use strict;
use warnings;

my ($document, $output) = @ARGV;
my $number = qr/[-+\x{2212}]?(?:\d[\d,]*)?\.?\d+/;

sub cells { my $row = shift; $row =~ s/^\||\|\s*$//g; map { s/^\s+|\s+$|\*\*//gr } split /\|/, $row, -1 }

sub value { my $v = shift; $v =~ s/,//g; $v =~ s/\x{2212}/-/; $v }

sub numbers_in { my @n; my $text = shift; push @n, value($&) while $text =~ /(?<![\w.])$number(?:e[-+]?\d+)?(?![\w])/g; @n }

my (%printed, $block);
if (defined $output) {
	open my $in, '<:utf8', $output or die "$output: $!\n";
	while (<$in>) {
		if (/^== \S+:(\d+)( skipped)?/) { $block = $1; $printed{$block} = defined $2 ? undef : []; next }
		# a comma is within a number, or between those of CSV
		push @{ $printed{$block} }, numbers_in($_), /\d,\d/ ? map { numbers_in($_) } split /,/ : () if defined $block;
	}
}

my ($command, $fence, $compared, $failed, @table) = (undef, 0, 0, 0);

sub is_number { $_[0] =~ /^[~<>=\x{2264}\x{2265}\x{b1} ]*$number(?:[-\/ %\x{b1}()]|of|$number)*$/ }

sub compare { # LINE HEAD ROWS
	my ($line, $head, @rows) = @_;
	my @head = cells($head);
	my ($last) = grep { $head[$_] =~ /^paper/ } 0 .. $#head;
	for my $row (@rows) {
		my @cell = cells($row);
		for my $i (1 .. (defined $last ? $last - 1 : $#cell)) {
			next unless $cell[$i] =~ /^($number)$/;
			my $v = value($1);
			my $digits = $v =~ /\.(\d+)/ ? length $1 : 0;
			$compared++;
			next if grep { abs($_ - $v) <= 0.5 * 10**-$digits + 1e-9 } @{ $printed{$command} };
			print "$document:$line: '$cell[$i]' in the row '$cell[0]' is not what the command prints\n";
			$failed = 1;
		}
	}
}

sub finish {
	my ($line, $head, $rule, @rows) = @table;
	@table = ();
	return unless defined $rule && $rule =~ /^\|[-: |]+\|$/;
	my @cell = grep { $_ ne '' } map { my @c = cells($_); @c[1 .. $#c] } @rows;
	return unless @cell && 2 * grep({ is_number($_) } @cell) >= @cell;
	if (!defined $output) { print "$document:$line ", $command // 'none', "\n" }
	elsif (defined $command && defined $printed{$command}) { compare($line, $head, @rows) }
}

# The rows of a CSV file, as those of Markdown.
sub rows_of { # FILE
	my $file = ($document =~ s{[^/]*$}{}r) . shift;
	open my $csv, '<:utf8', $file or die "$file: $!\n";
	my @row = grep { !/^#/ } <$csv>;
	for (@row) {
		chomp;
		my @cell;
		push @cell, defined $1 ? $1 =~ s/""/"/gr : $2 while /\G(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g && @cell < 100 && pos() <= length;
		pop @cell if @cell > 1 && $cell[-1] eq '' && !/,$/;
		$_ = '| ' . join(' | ', @cell) . ' |';
	}
	splice @row, 1, 0, '|---|';
	return @row;
}

open my $in, '<:utf8', $document or die "$document: $!\n";
while (<$in>) {
	chomp;
	if (!$fence && m{^\[tables/.*\]\((tables/.*\.csv)\)$}) { my $line = $.; @table = ($line, rows_of("$1")); finish(); next }
	if (/^```/) {
		$command = $. if !$fence && /^```(?:bash|sh)/;
		$fence = !$fence;
	}
	next if $fence;
	if (/^\|/) { @table ? push @table, $_ : (@table = ($., $_)); next }
	finish() if @table;
	$command = undef if /^#/;
}
finish() if @table;
print "$document: $compared numbers compared\n" if defined $output;
exit $failed;
