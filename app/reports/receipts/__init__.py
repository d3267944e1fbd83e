"""Receipts: what a number was counted from, kept, and counted again on request."""
