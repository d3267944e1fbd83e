"""Tokens: by what web pages and programs reach a bot."""
