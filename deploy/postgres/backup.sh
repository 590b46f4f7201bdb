#!/bin/sh
# One backup of the registry's database with pg_dump: a consistent picture while the instances go on. The file is complete or absent.
# Settings: env/backup.env. Restore: deploy/README.md.
set -eu
umask 077
mkdir -p "$BACKUP_FOLDER"
file="$BACKUP_FOLDER/registry-$(date -u +%Y%m%dT%H%M%SZ).dump"
/usr/lib/postgresql/15/bin/pg_dump --format=custom --file "$file.part" "$BACKUP_URL"
mv "$file.part" "$file"
find "$BACKUP_FOLDER" -name 'registry-*.dump' -mtime "+$BACKUP_DAYS" -delete
echo "backup written: $file"
