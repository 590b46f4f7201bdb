#!/bin/sh
# One backup of the registry's database with pg_dump: a consistent picture while the instances continue. The file is complete or absent.
# Settings: env/backup.env. Restore: deploy/README.md.
set -eu
umask 077
mkdir -p "$BACKUP_FOLDER"
file="$BACKUP_FOLDER/registry-$(date -u +%Y%m%dT%H%M%SZ).dump"
/usr/lib/postgresql/15/bin/pg_dump --format=custom --file "$file.part" "$BACKUP_URL"
mv "$file.part" "$file"
find "$BACKUP_FOLDER" -name 'registry-*.dump' -mtime "+$BACKUP_DAYS" -delete
# For node_exporter's textfile collector; PostgresBackupOld of monitoring/alerts.yml watches it.
if [ -n "${BACKUP_METRICS_FOLDER:-}" ]; then
  metric=registry_postgres_last_backup_timestamp_seconds
  printf '# TYPE %s gauge\n%s %s\n' "$metric" "$metric" "$(date +%s)" >"$BACKUP_METRICS_FOLDER/registry-backup.prom.part"
  chmod 644 "$BACKUP_METRICS_FOLDER/registry-backup.prom.part"
  mv "$BACKUP_METRICS_FOLDER/registry-backup.prom.part" "$BACKUP_METRICS_FOLDER/registry-backup.prom"
fi
echo "backup written: $file"
