"""One's profile: who one is to the others of the workspace, what they write, and what one thinks of it."""
