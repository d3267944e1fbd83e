"""The sandbox: conversations with a bot by the people who make it, with every decision visible; none of them counts."""
