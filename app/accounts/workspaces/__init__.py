"""Workspaces: the isolation boundary every other row belongs to."""
