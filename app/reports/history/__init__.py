"""The conversation history: the list with its filters, one conversation, and search."""
