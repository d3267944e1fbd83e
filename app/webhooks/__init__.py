"""Webhooks: telling other systems of events, signed, and again until they have taken them."""
