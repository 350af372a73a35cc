"""Which preset for which work: the rules of the trade, and what was measured on this machine, each with its ground."""
