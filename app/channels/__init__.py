"""Channels: conversations of live bots with people, whatever way their messages come and go."""
