#!/bin/sh
# What systemd's units do, in a container: create at the first start, run, set passwords. Argument: monitor, node, or backup.
set -eu
scripts=/opt/artwork-registry/deploy/postgres

if [ "$1" = backup ]; then
  while true; do
    "$scripts/backup.sh" || echo "the backup failed; the next try is in an hour" >&2
    sleep "${BACKUP_INTERVAL_SECONDS:-86400}"
  done
fi

"$scripts/create-$1.sh"
"$scripts/after-start.sh" "$1" &
exec pg_autoctl run --pgdata "$PGDATA"
