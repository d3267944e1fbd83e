"""Leads for extended warranty: from eligibility to a policy, with prices, quotes and time limits."""
