import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/product.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { kinds, startBalancer, type Balancer } from './balancers.ts';
import { Browser } from './browser.ts';
import { makeCertificate } from './certificate.ts';

// Three stand-ins for processes: one takes requests and hangs up, one is not there, one answers.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-retries-'));
const certificate = makeCertificate(folder);
const REQUESTS = 12;
const THOUGHT_WELL_OF_MS = 3200; // when each is tried again by those who remember failures
let standIns: http.Server[];
let ports: number[];
let forms = 0;

beforeAll(async () => {
  fs.chmodSync(folder, 0o755);
  const answer: http.RequestListener = (request, response) => {
    if (request.url === '/readyz') return void response.end('ready\n');
    if (request.method === 'POST') forms++;
    request.resume().on('end', () => response.end('answered'));
  };
  const hangUp: http.RequestListener = (request, response) => {
    if (request.url === '/form') request.resume().on('end', () => request.socket.destroy());
    else answer(request, response);
    if (request.url === '/form' && request.method === 'POST') forms++;
  };
  standIns = [http.createServer(hangUp), http.createServer(answer)];
  const listening = standIns.map(
    (server) =>
      new Promise<number>((resolve) =>
        server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
      ),
  );
  ports = [...(await Promise.all(listening)), await freePort()];
});
afterAll(() => {
  for (const server of standIns) server.close().closeAllConnections();
  removeFolder(folder);
});

it.each(kinds)('%s repeats what changes nothing or was not sent, and sends no form twice', async (kind) => {
  const publicPort = await freePort();
  const url = `https://localhost:${publicPort}`;
  let balancer: Balancer | undefined;
  const visitor = new Browser({ url, ca: certificate.pem });
  try {
    balancer = await startBalancer(kind, { ports, publicPort, folder, certificate });
    const ask = async (method: 'GET' | 'POST', url: string) => {
      const statuses: number[] = [];
      for (let n = 0; n < REQUESTS; n++) {
        const body = method === 'POST' ? new URLSearchParams({ text: 'Typed' }) : undefined;
        statuses.push((await visitor.ask(url, { method, body })).status);
      }
      return statuses;
    };
    expect(await ask('GET', '/form')).toEqual(Array(REQUESTS).fill(200));
    expect(await ask('POST', '/other')).toEqual(Array(REQUESTS).fill(200));
    await sleep(THOUGHT_WELL_OF_MS);
    forms = 0;
    const statuses = await ask('POST', '/form');
    const cut = statuses.filter((status) => status !== 200).length;
    expect(forms).toBe(REQUESTS);
    expect(cut).toBeGreaterThan(0);
  } finally {
    visitor.close();
    await balancer?.stop();
  }
});
