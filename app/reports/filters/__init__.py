"""What a report is about: its days, places and conditions, as addresses say them and as clauses."""
