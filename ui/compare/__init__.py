"""The view that holds presets against the baseline: choosing what runs, watching it run, and what it came to."""
