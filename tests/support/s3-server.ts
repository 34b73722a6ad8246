import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { startFauxqs } from 'fauxqs';
import { s3Store, type S3Settings } from '#app/storage/s3-store.server.ts';
import { listenOnLoopback } from './loopback.ts';

/** Starts an S3 server in memory with an empty bucket `documents`. */
export async function startS3Server() {
  const server = await startFauxqs({ port: 0, logger: false });
  server.createBucket('documents');
  const settings: S3Settings = {
    bucket: 'documents',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${server.port}`,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    forcePathStyle: true,
  };
  const keys = async () => (await Array.fromAsync(s3Store(settings).list())).map(({ key }) => key);
  return { settings, keys, empty: () => server.emptyBucket('documents'), stop: () => server.stop() };
}

/** An S3 server that takes no objects. @param code why; without one it takes them */
export async function startFullS3Server(code?: string) {
  let fault = code;
  const server = createHttpServer((request, response) => {
    const isRefused = fault && request.method === 'PUT';
    response.writeHead(isRefused ? 403 : 200, { 'Content-Type': 'application/xml' });
    request.resume().on('end', () => response.end(isRefused ? `<Error><Code>${fault}</Code></Error>` : ''));
  });
  return { ...(await listenOnLoopback(server)), refuse: (next?: string) => void (fault = next) };
}

export const s3Env = (settings: S3Settings, port?: number): Record<string, string> => ({
  S3_BUCKET: settings.bucket,
  S3_REGION: settings.region,
  S3_ENDPOINT: port ? `http://127.0.0.1:${port}` : settings.endpoint!,
  S3_ACCESS_KEY_ID: settings.credentials!.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.credentials!.secretAccessKey,
  S3_FORCE_PATH_STYLE: 'true',
});

/** A server that takes connections and reads. @param answer what it sends once bytes arrive; then it is silent */
export function startSilentServer(answer = '') {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer && socket.write(answer));
    socket.resume();
  });
  return listenOnLoopback(server);
}
