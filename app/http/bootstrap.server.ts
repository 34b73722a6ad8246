import http from 'node:http';

// What a start needs before the application is loaded: environment, port and database. Built as a file of its own that
// shares its modules with the application (vite.config.ts).
export { beginDatabase, requireUnusedDataDir } from '#db/connection.ts';
export { readEnv } from '../env.server.ts';

export async function checkPort(port: number, host?: string): Promise<void> {
  const probe = http.createServer();
  await listen(probe, port, host);
  await new Promise((resolve) => probe.close(resolve));
}

export function listen(server: http.Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`PORT: ${port} is in use by another program`) : error),
    );
    server.listen({ port, host }, resolve);
  });
}
