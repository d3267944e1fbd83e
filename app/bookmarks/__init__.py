"""Bookmarks: a person's own list of exact views, with the last value of each."""
