"""The speculation panel: reducer, verdict, choice and widgets."""
