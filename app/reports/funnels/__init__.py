"""Funnels: how many conversations or contacts come through steps that the reader chooses."""
