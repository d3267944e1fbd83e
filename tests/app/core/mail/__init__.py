"""Tests of mail."""
