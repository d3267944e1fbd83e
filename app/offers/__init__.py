"""Offers to customers: who is asked, what is sent, who has agreed to it, and what came of it."""
