"""Everything of the box that is not software, made from one file of numbers."""
