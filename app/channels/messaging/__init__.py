"""Messaging channels: accounts of WhatsApp, Messenger, Instagram, Telegram and Slack that a bot answers on."""
