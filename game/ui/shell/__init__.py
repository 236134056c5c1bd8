"""The window itself: events and frames, the stack of screens, devices, background work."""
