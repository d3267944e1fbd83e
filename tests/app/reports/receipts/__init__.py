"""Receipts of numbers."""
