"""The demonstration workspace: a dealer company with places, bots and two months of conversations."""
