"""Outlets compared: the same figures for each, and the rank of each among all of them."""
