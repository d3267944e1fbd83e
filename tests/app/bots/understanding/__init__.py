"""Tests of understanding."""
