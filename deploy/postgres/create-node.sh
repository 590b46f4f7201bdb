#!/bin/sh
# Makes a PostgreSQL server and announces it to the monitor at the first start; does nothing at later ones. The first server that
# announces itself becomes the primary, the second its synchronous standby. Settings: env/postgres.env.
set -eu
[ -s "$PGDATA/PG_VERSION" ] && exit 0

# Without a locale, as in a container, initdb would take SQL_ASCII, which the registry refuses.
export LC_ALL=C.UTF-8

# The standby copies the primary with it.
export PGPASSWORD="$REPLICATION_PASSWORD"
pg_autoctl create postgres --pgctl /usr/lib/postgresql/15/bin/pg_ctl --pgdata "$PGDATA" --pgport "$PGPORT" \
  --name "$NODE_NAME" --hostname "$NODE_HOST" --username registry --dbname registry --auth scram-sha-256 --ssl-self-signed \
  --monitor "postgres://autoctl_node:$MONITOR_PASSWORD@$MONITOR_HOST:$MONITOR_PORT/pg_auto_failover?sslmode=require"

pg_autoctl config set --pgdata "$PGDATA" replication.password "$REPLICATION_PASSWORD"
pg_autoctl config set --pgdata "$PGDATA" timeout.network_partition_timeout 8
