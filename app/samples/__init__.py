"""Sample cards and data tables."""
