"""Documents of customers: what they sent of their vehicles, entered and judged by people."""
