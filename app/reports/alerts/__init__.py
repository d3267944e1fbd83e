"""Alerts: rules on numbers of reports, and what happens when one is met."""
