"""The case in build123d: parts, assembly, export and pictures. Needs the extra `hardware`."""
