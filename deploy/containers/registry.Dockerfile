# An instance of the registry. Built from the root of the repository: docker build -f deploy/containers/registry.Dockerfile .
FROM node:24-bookworm-slim
WORKDIR /opt/artwork-registry
COPY package.json package-lock.json .npmrc ./
COPY registry-server/package.json registry-server/
COPY registry-server/contract/package.json registry-server/contract/
COPY daemon/package.json daemon/
COPY plugin/package.json plugin/
COPY e2e/package.json e2e/
# No package's own scripts: what the server needs has its binaries in the package.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w registry-server -w registry-server/contract
COPY registry-server registry-server
USER node
EXPOSE 8787
HEALTHCHECK --interval=5s --timeout=2s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "registry-server/src/main.ts", "serve"]
