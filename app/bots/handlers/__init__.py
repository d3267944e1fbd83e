"""Handlers: who answers what a bot's flow has no answer for, in which order, and what only compares."""
