"""The window. Of the engine it knows the words only: `engine.events`, `engine.commands`, `engine.metrics`."""
