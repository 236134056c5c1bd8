"""The value of answers for a bot that looks one step ahead: rough weights, exact odds. Imports odds and rules."""
