"""The languages of the interface: which are offered, under what name, and how much of each is there."""
