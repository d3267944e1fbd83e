"""Measuring sessions, and the rollups that reports sum."""
