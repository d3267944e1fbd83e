"""Invoices: written, sent, paid, printed."""
