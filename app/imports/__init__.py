"""Imports: files of past dialogues, checked, then taken in by a job that can be killed and goes on."""
