"""The speculation panel: choosing how tokens are drafted, and seeing live what that does."""
