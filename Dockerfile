# syntax=docker/dockerfile:1
# The shop's image. The build stage has all packages; the final stage has only those that run, and a user who may write only to /data. See
# docs/operating.md.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /shop
# In a separate layer, so that a change of the code does not reinstall all packages.
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# dist has a package.json with the few packages that the bundle leaves out.
RUN npm run build && npm ci --prefix dist --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
COPY --from=build /shop/schema.graphql ./
COPY --from=build /shop/prisma prisma
COPY --from=build /shop/dist dist
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
# The health check uses OPS_PORT, whose default is 9464.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || 9464}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
