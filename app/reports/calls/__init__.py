"""Calls one by one: what was said when, what there is to hear, and the words that people have corrected."""
