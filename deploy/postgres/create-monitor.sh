#!/bin/sh
# Makes the monitor of pg_auto_failover at the first start; does nothing at later ones. Settings: env/monitor.env.
set -eu
[ -s "$PGDATA/PG_VERSION" ] && exit 0

# Without a locale, as in a container, initdb would take SQL_ASCII.
export LC_ALL=C.UTF-8

pg_autoctl create monitor --pgctl /usr/lib/postgresql/15/bin/pg_ctl --pgdata "$PGDATA" --pgport "$PGPORT" \
  --hostname "$NODE_HOST" --auth scram-sha-256 --ssl-self-signed

# Seconds instead of the half minute that it takes by default. The primary stops itself when it has seen neither the monitor nor the
# standby for network_partition_timeout (create-node.sh): that must be less than unhealthy + demote.
cat >>"$PGDATA/postgresql.conf" <<SETTINGS
password_encryption = 'scram-sha-256'
pgautofailover.health_check_period = 1000
pgautofailover.health_check_timeout = 1000
pgautofailover.health_check_max_retries = 2
pgautofailover.health_check_retry_delay = 500
pgautofailover.node_considered_unhealthy_timeout = 5000
pgautofailover.primary_demote_timeout = 8000
SETTINGS
