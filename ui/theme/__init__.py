"""Colours, spacing, fonts and icons. Nothing else in the window names a colour."""
