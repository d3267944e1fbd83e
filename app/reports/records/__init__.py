"""What reports keep themselves: annotations, closed months, targets and counts of people."""
