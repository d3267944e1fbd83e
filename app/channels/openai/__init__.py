"""Bots as models: what programs of OpenAI's format say to them."""
