"""The box's wires, drawn from the pins that the program uses."""
