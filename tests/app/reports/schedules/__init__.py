"""Tests of scheduled mails of reports."""
