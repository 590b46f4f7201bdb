# The sync service in a container: `npm run release -- contract daemon`, then
# `docker build -t artwork-registry-daemon -f deploy/containers/daemon.Dockerfile release`.
# Keys and journal live in the volume /data; the first thing to run in it is "pair". A host (compose.host.yaml) has its sealing key in /keys.
FROM node:24-slim
WORKDIR /opt/artwork-registry
COPY artwork-registry-contract-*.tgz artwork-registry-daemon-*.tgz ./
RUN npm install --omit=dev --no-audit --no-fund ./*.tgz && rm ./*.tgz && npm cache clean --force \
  && install -d -o node -g node -m 700 /data /keys
# "docker exec … artwork-registry-daemon pair" finds the program by its name.
ENV PATH=/opt/artwork-registry/node_modules/.bin:$PATH \
    NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=96" \
    DAEMON_DATA_DIR=/data \
    DAEMON_HOST=0.0.0.0
USER node
VOLUME /data
EXPOSE 8788
STOPSIGNAL SIGTERM
# Whatever port it has, with TLS of its own or without; the certificate is for others to judge.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "-e", "const { DAEMON_TLS_CERT: tls, DAEMON_PORT: port = 8788 } = process.env; require(tls ? 'node:https' : 'node:http').get({ port, path: '/health', rejectUnauthorized: false }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["/opt/artwork-registry/node_modules/.bin/artwork-registry-daemon"]
CMD ["run"]
