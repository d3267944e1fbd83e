"""Alerts on numbers of reports."""
