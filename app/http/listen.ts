import http from 'node:http';

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
