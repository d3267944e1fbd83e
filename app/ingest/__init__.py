"""Bringing dialogues and live events into the store and the rollups in one transaction."""
