"""Measurements, each run by hand: `python -m bench.NAME`. Not installed with the program."""
