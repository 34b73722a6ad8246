import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forFile, forTest } from '../support/for-test.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { freePort } from '../support/product.ts';
import { testFolder } from '../support/test-folder.ts';
import { kinds, startBalancer } from './balancers.ts';
import { Browser } from './browser.ts';
import { makeCertificate } from './certificate.ts';

// Three stand-ins for processes: one hangs up after a request, one does not run, one answers.
const folder = testFolder();
const certificate = makeCertificate(folder);
const REQUESTS = 12;
const THOUGHT_WELL_OF_MS = 3200; // by then balancers that remember failures try each again
let forms = 0;

const answer: http.RequestListener = (request, response) => {
  if (request.url === '/readyz') return void response.end('ready\n');
  if (request.method === 'POST') forms++;
  request.resume().on('end', () => response.end('answered'));
};
const hangUp: http.RequestListener = (request, response) => {
  if (request.url !== '/form') return answer(request, response);
  if (request.method === 'POST') forms++;
  request.resume().on('end', () => request.socket.destroy());
};
const listen = async (listener: http.RequestListener) =>
  forFile(await listenOnLoopback(http.createServer(listener))).port;
const ports = [await listen(hangUp), await listen(answer), await freePort()];

it.each(kinds)('%s repeats what changes nothing or was not sent, and sends no form twice', async (kind) => {
  const publicPort = await freePort();
  const url = `https://localhost:${publicPort}`;
  const visitor = new Browser({ url, ca: certificate.pem });
  forTest({ stop: () => visitor.close() });
  forTest(await startBalancer(kind, { ports, publicPort, folder, certificate }));
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
  expect(forms).toBe(REQUESTS);
  expect(statuses.filter((status) => status !== 200).length).toBeGreaterThan(0); // cut connections
});
