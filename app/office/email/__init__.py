"""Everybody's mailbox: the specified calls, and our own for the pages."""
