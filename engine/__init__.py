"""The engine: text in, events out. Knows llama.cpp through `engine.llama` only, and no toolkit at all."""
