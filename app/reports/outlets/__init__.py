"""Outlets compared: the same figures for each, and where each stands among all of them."""
