# PostgreSQL 15 with pg_auto_failover: a monitor or a server, as the command says. Built from the root of the repository.
FROM debian:bookworm-slim
# The package must not make a cluster of its own.
RUN mkdir -p /etc/postgresql-common \
  && echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf \
  && apt-get update \
  && DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1 apt-get install -y --no-install-recommends \
    postgresql-15 postgresql-15-auto-failover pg-auto-failover-cli \
  && rm -rf /var/lib/apt/lists/*
COPY deploy/postgres /opt/artwork-registry/deploy/postgres
COPY deploy/containers/run-postgres.sh /usr/local/bin/run-postgres
RUN mkdir -p /var/run/postgresql /var/lib/postgresql /var/backups/artwork-registry \
  && chown postgres:postgres /var/run/postgresql /var/lib/postgresql /var/backups/artwork-registry
USER postgres
ENV PGPORT=5432 SOCKET_FOLDER=/var/run/postgresql
VOLUME /var/lib/postgresql
ENTRYPOINT ["run-postgres"]
