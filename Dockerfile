# The service alone: it needs a Neo4j 5.26 or later (NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD), and API_KEYS, or ALLOW_OPEN=true
# with a port that is published on 127.0.0.1 alone. See docker-compose.yml.

FROM node:20-slim AS build
WORKDIR /app
# The postinstall of onnxruntime-node fetches GPU files from outside the registry; the CPU library is in the package.
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
RUN npm run build

FROM node:20-slim AS dependencies
WORKDIR /app
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:20-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 HEARTWOOD_DATA_DIR=/data
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY cypher ./cypher
COPY sample ./sample
COPY --from=build /app/dist ./dist
# Only for what the service itself keeps, such as models of local embeddings; knowledge is in Neo4j.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
