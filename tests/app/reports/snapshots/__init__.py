"""Frozen reports and closed months."""
