"""One module for each screen, named as the evening script names it, with ``draw(view, sketch)``."""
