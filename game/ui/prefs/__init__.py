"""The user's settings, and the window's memory."""
