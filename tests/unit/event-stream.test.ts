import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { appWithoutDatabase } from '../support/test-app.ts';
import { answerSiteEvents, findSiteEvents } from '#app/maintenance/maintenance.area.server.ts';

let app = await appWithoutDatabase();
beforeEach(() => void (app = { ...app, held: new Map<string, unknown>() }));

class FakeResponse extends EventEmitter {
  status = 0;
  headers: Record<string, string> = {};
  written: string[] = [];
  writableLength = 0;
  locals;
  constructor(clientAddress: string) {
    super();
    this.locals = { context: { app, clientAddress } };
  }
  writeHead(status: number, headers: Record<string, string>) {
    this.status = status;
    this.headers = headers;
    return this;
  }
  write(chunk: string | Buffer) {
    return this.written.push(String(chunk)) > 0;
  }
  end() {
    this.emit('close');
    return this;
  }
  destroy() {
    return this.end();
  }
}

function connect(address = '192.0.2.1'): FakeResponse {
  const response = new FakeResponse(address);
  opened.push(response);
  const request = { method: 'GET', socket: { setNoDelay: () => {} } };
  answerSiteEvents(request as unknown as Request, response as unknown as Response, () => {});
  return response;
}

const opened: FakeResponse[] = [];
afterEach(() => {
  for (const response of opened.splice(0)) response.emit('close');
  vi.useRealTimers();
});

it('sends the first event at once and a comment every 25 s', () => {
  vi.useFakeTimers();
  const stream = connect();
  expect(stream.headers['Content-Type']).toBe('text/event-stream');
  expect(stream.written).toEqual([
    'event: site-status\ndata: {"maintenanceMode":false,"message":null,"until":null}\n\n',
  ]);
  vi.advanceTimersByTime(24_999);
  expect(stream.written).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(stream.written.slice(1)).toEqual([':\n\n']);
  vi.advanceTimersByTime(50_000);
  expect(stream.written.slice(1)).toEqual([':\n\n', ':\n\n', ':\n\n']);
});

it('allows an address 200 streams, and one more when one of them ends', () => {
  const streams = Array.from({ length: 200 }, () => connect('198.51.100.7'));
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  const refused = connect('198.51.100.7');
  expect(refused.status).toBe(429);
  expect(refused.headers['Retry-After']).toBeTruthy();
  expect(connect('198.51.100.8').status).toBe(200);
  streams[0]!.emit('close');
  expect(connect('198.51.100.7').status).toBe(200);
});

it('allows 20,000 streams in all, and one more when one of them ends', () => {
  const streams = Array.from({ length: 20_000 }, (_, n) => connect(`10.${n >> 14}.${(n >> 7) & 127}.1`));
  expect(findSiteEvents(app).streams.size).toBe(20_000);
  expect(connect('192.0.2.9').status).toBe(503);
  streams[0]!.emit('close');
  expect(connect('192.0.2.9').status).toBe(200);
});

it('drops a client that does not read', () => {
  vi.useFakeTimers();
  connect('203.0.113.1').writableLength = 1_000_000;
  vi.advanceTimersByTime(25_000);
  expect(findSiteEvents(app).streams.size).toBe(0);
});

it('ends all streams at shutdown and opens no more', () => {
  const streams = [connect(), connect('192.0.2.2')];
  findSiteEvents(app).endAll();
  expect(findSiteEvents(app).streams.size).toBe(0);
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  const late = connect();
  expect([late.status, late.headers['Retry-After']]).toEqual([503, '10']);
});
