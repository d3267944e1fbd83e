"""Bots on the telephone."""
