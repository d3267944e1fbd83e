"""Rasa's REST channel: what programs that speak it say to a token's bot."""
