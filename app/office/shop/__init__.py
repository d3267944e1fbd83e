"""The shop of a workspace: products, and everybody's own wishlist, cart, addresses and orders."""
