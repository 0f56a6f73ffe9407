#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# battery_pairs.pl COMPLETIONS BATTERY
#
# Prints the options of each command ("plan recall --width") that stand in no line of the battery. The tables of
# options are read from the completions for fish, which have a line for each command and option.
use strict;
use warnings;

sub open_file
{
	open(my $file, '<', $_[0]) or die "$_[0]: $!\n";
	return $file;
}

# Both names of an option, "plan recall -N" and "plan recall --collection", lead to its pair.
my (%is_command, %pair_of, @pairs);
my $table = open_file($ARGV[0]);
while (<$table>) {
	my ($command, $letter, $name) = /^complete -c strat_eval -n '__strat_eval_is "([^"]*)"'(?: -s (\S))?(?: -l (\S+))?/ or next;
	my @names = map { "$command $_" } defined $name ? "--$name" : (), defined $letter ? "-$letter" : ();
	$is_command{$command} = 1;
	$pair_of{$_} = $names[0] for @names;
	push @pairs, $names[0];
}
die "$ARGV[0]: no options\n" if !@pairs;

# A line may have several calls; its files may be made by others. A call for help does nothing else.
my %seen;
my $lines = open_file($ARGV[1]);
while (<$lines>) {
	next if /^\s*#/;
	for my $call (split /;\s*strat_eval /) {
		$call =~ s/<\([^)]*\)//g;
		my @word = split ' ', $call or next;
		my ($command) = grep { $is_command{$_} } "@word[0 .. ($#word > 0 ? 1 : 0)]", $word[0], '';
		my @given = map { /^(--[^=]+|-[^-])/ } @word;
		@given = grep { /^(-h|--help|--usage)$/ } @given if grep { /^(-h|--help)$/ } @given;
		$seen{$pair_of{"$command $_"} // ''} = 1 for @given;
	}
}
print map { "$_\n" } grep { !$seen{$_} } @pairs;
