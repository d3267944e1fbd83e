"""Funnels: how many sessions or contacts come through steps that the reader chooses."""
