"""Shadows: what another handler would have answered, kept beside the turn and never sent."""
