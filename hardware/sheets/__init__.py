"""Paper for the box, in millimetres: labels, cheat sheets, cutting templates."""
