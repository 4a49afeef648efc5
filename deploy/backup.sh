#!/bin/sh
# Backs up the site of compose.yaml to the volume "backups": every day, or once with the argument "now".
set -eu
umask 077
cd "${BACKUPS:-/backups}"

back_up() {
  name="wtpu-$(date -u +%Y-%m-%dT%H%M%S)"
  # The database first: every upload that it names is then among the files.
  pg_dump --format=custom --no-owner --file=unfinished.dump
  tar --create --xattrs --file=unfinished.tar --directory="${UPLOADS:-/uploads}" .
  mv unfinished.tar "$name.uploads.tar"
  mv unfinished.dump "$name.dump"
  find . -name 'wtpu-*' -mtime +14 -delete
  echo "The backup $name is complete."
}

if [ "${1-}" = now ]; then
  back_up
  exit
fi
trap 'exit 0' TERM
while true; do
  back_up || echo 'The backup failed.' >&2
  # In the background, so that the signal ends the container at once.
  sleep 86400 & wait $!
done
