"""Figures of one run on one machine, as ratios against a limit or a peer."""
