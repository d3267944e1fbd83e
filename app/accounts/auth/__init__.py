"""Signing in and out: sessions, bearer tokens, registration, and who the visitor is."""
