"""The composition root: the only code that knows both the engine and the window."""
