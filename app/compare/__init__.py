"""Measuring presets against the baseline: what runs, the figures, the bound, what is kept and how it is told."""
