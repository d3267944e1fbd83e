"""Customers, vehicles and job cards: each with its outlet, which says who sees it."""
