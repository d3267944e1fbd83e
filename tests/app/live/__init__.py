"""Tests of living updates."""
