"""Reports: metrics with one definition each, and the dashboard made of them."""
