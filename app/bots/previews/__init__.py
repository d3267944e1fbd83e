"""What a new bot would say: the templates' conversations, played by the engine."""
