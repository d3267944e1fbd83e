"""Conversations: contacts, sessions, turns and messages, how they come in and how they are read."""
