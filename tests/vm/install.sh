#!/bin/bash
# Install the package under test into the new root $1, as apt would on a Pi.
set -eu
here=$(dirname "$(readlink -f "$0")"); r=$1
mkdir -p "$r/debs"; cp "$here"/*.deb "$r/debs/"
chroot "$r" sh -c 'dpkg -i /debs/*.deb'
rm -rf "$r/debs"
# Debian lacks picamera2, lgpio and a new gpiozero: stand-in packages satisfy the dependency, and
# the wheels of the virtual environment do the work.
echo "import site; site.addsitedir('/opt/venv/lib/python3.13/site-packages')" \
    >"$r/usr/lib/python3/dist-packages/zz-wheels.pth"
