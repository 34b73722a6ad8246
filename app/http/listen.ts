import http from 'node:http';

/** Finds out whether a port can be had, without serving anything on it. @throws Error in plain words */
export async function checkPort(port: number, host?: string): Promise<void> {
  const probe = http.createServer();
  await listen(probe, port, host);
  await new Promise((resolve) => probe.close(resolve));
}

/** Starts listening. @throws Error in plain words when another program has the port */
export function listen(server: http.Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`PORT: ${port} is in use by another program`) : error),
    );
    server.listen({ port, host }, resolve);
  });
}
