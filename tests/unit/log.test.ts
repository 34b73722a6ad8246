import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import pino from 'pino';
import { expect, it } from 'vitest';
import { log } from '#app/http/log.server.ts';
import { StoreUnavailableError } from '#app/storage/document-store.ts';

it('the log holds kind, code and place of an error, never its message', () => {
  const error = Object.assign(new TypeError('canary'), { code: '23505', detail: 'canary', cause: new Error('canary') });
  const { err } = (log as unknown as Record<symbol, { err: (error: unknown) => object }>)[pino.symbols.serializersSym]!;
  expect(err(error)).toMatchObject({
    type: 'TypeError',
    code: '23505',
    at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
  });
  const failed = new StoreUnavailableError('put: the store gave QuotaExceeded 403', { cause: error });
  expect(err(failed)).toMatchObject({ type: 'StoreUnavailableError', code: 'put QuotaExceeded 403' });
  expect(JSON.stringify([err(failed), err(error), err('canary'), err({ message: 'canary' })])).not.toContain('canary');
});

it.skipIf(!fs.existsSync('/dev/full'))('a full disk costs lines of the log, and no process its end', () => {
  const source = `
    const { log } = await import('#app/http/log.server.ts');
    log.info('lost');
    setTimeout(() => (log.info('lost, too'), process.exit(7)), 300);`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', fs.openSync('/dev/full', 'w'), 'pipe'],
    env: { ...process.env, LOG_LEVEL: 'info' },
    ...{ encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' },
  });
  expect(ended).toMatchObject({ status: 7, stderr: '' });
});
