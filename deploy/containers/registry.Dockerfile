# An instance of the registry: `npm run release -- contract server`, then
# `docker build -t artwork-registry-server -f deploy/containers/registry.Dockerfile release`.
FROM node:24-bookworm-slim
WORKDIR /opt/artwork-registry
COPY artwork-registry-contract-*.tgz artwork-registry-server-*.tgz ./
RUN npm install --omit=dev --no-audit --no-fund ./*.tgz && rm ./*.tgz && npm cache clean --force \
  && install -d -o node -g node -m 700 /data
# "docker exec … artwork-registry-server org create" finds the program by its name.
ENV PATH=/opt/artwork-registry/node_modules/.bin:$PATH \
    NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    NODE_OPTIONS=--max-semi-space-size=4 \
    REGISTRY_DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=5s --timeout=2s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["artwork-registry-server", "serve"]
