#!/bin/sh
# After each start of a monitor or server: passwords, and who may log in. Only a primary can be written to; the standby gets it all
# by replication, and pg_hba.conf with the first copy. Argument: monitor or node.
set -eu

run_sql() {
  /usr/lib/postgresql/15/bin/psql --no-psqlrc --quiet --host "$SOCKET_FOLDER" --port "$PGPORT" --username "$1" --dbname "$2" \
    --set ON_ERROR_STOP=1 --tuples-only --no-align
}

# At the first start of a standby the copy comes first.
for _ in $(seq 300); do
  if [ "$(echo 'SELECT pg_is_in_recovery()' | run_sql postgres postgres 2>/dev/null)" ]; then break; fi
  sleep 0.2
done

if [ "$1" = monitor ]; then
  echo "ALTER USER autoctl_node PASSWORD '$MONITOR_PASSWORD'" | run_sql postgres pg_auto_failover
  exit 0
fi

if ! grep -q haproxy_check "$PGDATA/pg_hba.conf"; then
  cat >>"$PGDATA/pg_hba.conf" <<RULES
# haproxy asks who is primary; this user may do nothing.
host    postgres haproxy_check $CLIENT_NETWORK trust
hostssl registry registry      $CLIENT_NETWORK scram-sha-256
RULES
  echo 'SELECT pg_reload_conf()' | run_sql postgres postgres >/dev/null
fi

[ "$(echo 'SELECT pg_is_in_recovery()' | run_sql postgres postgres)" = f ] || exit 0
run_sql postgres postgres <<SQL
SELECT 'CREATE ROLE haproxy_check LOGIN CONNECTION LIMIT 10'
  WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'haproxy_check') \gexec
ALTER ROLE registry PASSWORD '$REGISTRY_DB_PASSWORD';
GRANT pg_monitor TO registry;
ALTER ROLE pgautofailover_replicator PASSWORD '$REPLICATION_PASSWORD';
SQL
