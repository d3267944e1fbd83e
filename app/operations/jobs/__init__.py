"""Calls and commands on background jobs, for those who run the installation."""
