"""Mail to people: messages in their language, handed to the configured server or written to the outbox."""
