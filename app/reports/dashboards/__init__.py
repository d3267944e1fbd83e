"""Dashboards of one's own: tiles of reports on one page."""
