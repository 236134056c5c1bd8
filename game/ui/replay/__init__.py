"""The time machine: any moment of a past game to inspect, annotate, practise from or export."""
