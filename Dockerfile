# The service alone: it needs a Neo4j 5.26 or 2026 (NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD), and API_KEYS, or PUBLISHED_ON=127.0.0.1
# with a port that is published there alone. See docker-compose.yml.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The library for CPUs is in the package; its script would fetch files for GPUs from outside the registry.
ENV ONNXRUNTIME_NODE_INSTALL=skip
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
COPY web ./web
# Statements that the page shows, and what becomes the pages at /docs.
COPY cypher ./cypher
COPY docs ./docs
COPY sample ./sample
COPY bench/results.md ./bench/
COPY bench/retrieval/README.md ./bench/retrieval/
COPY README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md ./
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY scripts/lib/prune-binaries.mjs ./scripts/lib/
RUN node scripts/lib/prune-binaries.mjs

# The default embedding model: Maven fetches it, and the service's own code checks it and lays it out.
FROM maven:3.9-eclipse-temurin-17 AS artifact
WORKDIR /model
COPY scripts/model/pom.xml ./
RUN mvn --batch-mode dependency:unpack-dependencies -Dwork=/model/work

FROM build AS model
COPY --from=artifact /model/work/unpacked ./unpacked
RUN node scripts/fetch-model.mjs --from unpacked models

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 HEARTWOOD_DATA_DIR=/data LOCAL_MODEL_DIR=/data/models
# The allocator gives back what a text to be embedded needed: 40 MB less while a backlog is worked off.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=model /app/models ./models
COPY package.json ./
COPY cypher ./cypher
COPY sample ./sample
COPY src/mcp/tools.json ./src/mcp/
COPY --from=build /app/dist ./dist
# Only for what the service itself keeps, such as further models of local embeddings; knowledge is in Neo4j.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
