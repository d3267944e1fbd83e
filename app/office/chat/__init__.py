"""The chat: conversations of two people of a workspace."""
