"""Regression cases: recorded or typed conversations that every version of a bot has to reproduce."""
