"""Replays: what the working copy makes of real conversations before it is published."""
