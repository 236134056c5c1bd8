"""The panel beside the table as a stack of parts: decision, odds and receipts, facts and legend; and their layout.

May import aids, animation and what is below them.
"""
