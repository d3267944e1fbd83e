"""Conversations of people with live bots: their state, their events, and how each step is stored."""
