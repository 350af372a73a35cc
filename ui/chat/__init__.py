"""The conversation: transcript, composer, model picker."""
