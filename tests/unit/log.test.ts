import pino from 'pino';
import { expect, it } from 'vitest';
import { log } from '#app/http/log.server.ts';

it('the log holds kind, code and place of an error, never its message', () => {
  const error = Object.assign(new TypeError('canary'), { code: '23505', detail: 'canary', cause: new Error('canary') });
  const { err } = (log as unknown as Record<symbol, { err: (error: unknown) => object }>)[pino.symbols.serializersSym]!;
  expect(err(error)).toMatchObject({
    type: 'TypeError',
    code: '23505',
    at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
  });
  expect(JSON.stringify([err(error), err('canary'), err({ message: 'canary' })])).not.toContain('canary');
});
