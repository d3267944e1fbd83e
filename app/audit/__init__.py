"""The audit log: who did what in a workspace, in the transaction that did it, chained so that nothing is taken out."""
