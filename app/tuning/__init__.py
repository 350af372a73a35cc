"""Finding the setting that is fastest here: what is tried, in which rounds, what it came to, and what is kept of it."""
