"""Scheduled mails of reports: by day, week or month, once for each time they are due."""
