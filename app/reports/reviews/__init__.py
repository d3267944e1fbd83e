"""What people say of conversations: tags, whether the bot was right, and comments."""
