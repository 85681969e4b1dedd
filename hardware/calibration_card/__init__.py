"""The printed calibration card, as SVG and PDF."""
