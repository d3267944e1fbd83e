"""Snapshots: reports as they were at a moment, and months that are closed."""
