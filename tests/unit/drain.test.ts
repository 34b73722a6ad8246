import { once } from 'node:events';
import http from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drain, shouldDrop } from '#app/http/drain.server.ts';
import type { App } from '#db/app.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { rawRequest } from '../support/raw-request.ts';

let app: App;
let server: http.Server;
let url: string;
beforeEach(async () => {
  app = { held: new Map() } as unknown as App;
  server = http.createServer((request, response) => {
    if (shouldDrop(app, request)) return void request.socket.destroy();
    response.shouldKeepAlive = false;
    request.resume().on('end', () => response.end('answered'));
  });
  ({ url } = await listenOnLoopback(server));
});
afterEach(() => server.closeAllConnections());

const outcome = (path: string, method = 'GET') =>
  rawRequest(url, path, { method }).then(
    ({ text }) => text,
    (error: NodeJS.ErrnoException) => error.code,
  );

it('before it stops listening, a process drops requests for pages, which can be repeated, and answers all others', async () => {
  expect(await outcome('/about')).toBe('answered');
  let outcomes: Promise<(string | undefined)[]> | undefined;
  await drain(app, server, () => {
    const asked = [outcome('/about'), outcome('/events'), outcome('/about', 'HEAD')];
    const watched = ['/healthz', '/readyz', '/metrics'].map((path) => outcome(path));
    outcomes = Promise.all([...asked, ...watched, outcome('/contact-form', 'POST')]);
  });
  expect(await outcomes).toEqual([...Array<string>(3).fill('ECONNRESET'), ...Array<string>(4).fill('answered')]);
  expect(await outcome('/contact-form', 'POST')).toBe('ECONNREFUSED');
});

/** Sends ten forms on each order, each on its own connection, and counts arrivals. Reports all outcomes at the end. */
const sender = `
  const http = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const { url, arrived } = workerData;
  const outcomes = [];
  const send = () => new Promise((resolve) => {
    const arrive = () => Atomics.add(arrived, 0, 1);
    const request = http.request(url, { method: 'POST', agent: false }, (response) =>
      response.resume().on('end', () => resolve('answered')));
    request.on('socket', (socket) => socket.once('connect', arrive));
    request.on('error', (error) => {
      if (error.code === 'ECONNREFUSED') arrive();
      resolve(error.code);
    }).end('a form');
  });
  parentPort.on('message', async (isOver) => {
    if (isOver) parentPort.postMessage(await Promise.all(outcomes));
    else for (let n = 0; n < 10; n++) outcomes.push(send());
  });`;

it('requests that wait when the door closes are served first, however many there are', async () => {
  const arrived = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(sender, { eval: true, workerData: { url, arrived } });
  await once(worker, 'online');
  let isOver = false;
  // The process is nearly always busy while requests arrive, all of them, also on a slow machine.
  const beBusy = async () => {
    for (let sent = 10; !isOver; sent += 10) {
      worker.postMessage(false);
      const start = performance.now();
      const lasts = () => performance.now() - start;
      while (lasts() < 97 || (Atomics.load(arrived, 0) < sent && lasts() < 5000));
      for (let turns = 0; turns < 50; turns++) await turn(); // lets them in: by turns, because time may pass without one
    }
  };
  const busy = beBusy();
  await drain(app, server, () => {});
  isOver = true;
  await busy;
  worker.postMessage(true);
  const [outcomes] = (await once(worker, 'message')) as [string[]];
  await worker.terminate();
  expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeGreaterThan(50);
  expect(new Set(outcomes).difference(new Set(['answered', 'ECONNREFUSED']))).toEqual(new Set());
});
