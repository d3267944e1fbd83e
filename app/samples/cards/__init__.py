"""Cards of figures: the specified calls, and the two dashboards made of them."""
