"""The inbox: conversations in which a bot has asked for a person, and the people who answer."""
