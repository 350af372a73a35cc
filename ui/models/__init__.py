"""The Models view: what is on this computer, what fits together, and drafts from the hub."""
