import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerBuild } from '@remix-run/node';
import express from 'express';
import { expect, it } from 'vitest';
import { forTest } from '../support/for-test.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { appWithoutDatabase } from '../support/test-app.ts';
import { remix } from '#app/render/remix.server.ts';

const HANG_UPS = 60;
const AT_ONCE = 16; // per address

it('a client that hangs up keeps its slot until the loader has ended, and what the loader opened is closed', async () => {
  const loaders = { running: 0, most: 0, begun: 0 };
  let open = 0;
  const loader = async () => {
    loaders.begun++;
    loaders.most = Math.max(loaders.most, ++loaders.running);
    await sleep(100);
    loaders.running--;
    open++;
    return new Response(new ReadableStream({ cancel: () => void open-- }, { highWaterMark: 0 }));
  };
  const build = {
    routes: { slow: { id: 'slow', path: 'slow', module: { loader } } },
    entry: { module: { default: () => new Response(null, { status: 500 }) } },
    future: { v3_singleFetch: true },
    assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    isSpaMode: false,
  } as unknown as ServerBuild;
  const app = await appWithoutDatabase();
  const shell = express();
  shell.use((_request, response, next) => {
    response.locals.context = { app, clientAddress: '10.0.0.1' };
    next();
  }, remix(app, async () => build)); // oxfmt-ignore
  const { port } = forTest(await listenOnLoopback(http.createServer(shell)));

  for (let n = 0; n < HANG_UPS; n++) {
    const request = http.get({ port, path: '/slow', host: '127.0.0.1', agent: false }).on('error', () => {});
    await sleep(5);
    request.destroy();
  }
  await expect.poll(() => loaders.running, { timeout: 5000 }).toBe(0);
  expect(loaders.begun).toBeGreaterThan(AT_ONCE);
  expect(loaders.most).toBeLessThanOrEqual(AT_ONCE);
  await expect.poll(() => open).toBe(0);
});
