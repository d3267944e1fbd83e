"""Files of master data: checked row by row, taken in by a job that can be killed and goes on, undone within a day."""
