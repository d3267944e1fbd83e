"""Key figures and figures of reports."""
