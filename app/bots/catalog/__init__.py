"""Bots as named things: name, group, language and state."""
