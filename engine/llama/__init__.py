"""The only room that imports llama_cpp. Thin and careful: every return code is checked where it arises."""
