"""Themes: how a bot's widget looks and greets, by its versions and for a while."""
