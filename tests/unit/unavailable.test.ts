import { expect, it } from 'vitest';
import { NoPrimaryError } from '#db/primary.ts';
import { isUnavailable } from '#app/http/refusals/unavailable.server.ts';

it('a database that takes no writes is unavailable for now; a broken rule is our fault', () => {
  const refused = (code: string) =>
    Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code });
  for (const code of ['25006', '53100', '53300', '57P03', '08006']) expect(isUnavailable(refused(code))).toBe(true);
  expect(isUnavailable(new Error('query failed', { cause: refused('25006') }))).toBe(true);
  expect(isUnavailable(new NoPrimaryError('no host takes writes'))).toBe(true);
  expect(isUnavailable(refused('23505'))).toBe(false);
});
