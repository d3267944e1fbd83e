"""Master data of dealer companies: vehicles, their owners, and the job cards of workshops."""
