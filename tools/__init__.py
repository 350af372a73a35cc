"""What the project is made with, and what is not shipped: run with `python -m tools.NAME` from its folder."""
