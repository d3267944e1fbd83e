"""Targets: what metrics are meant to come to in a month."""
