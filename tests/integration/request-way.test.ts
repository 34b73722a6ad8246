import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { startProduct, type Product } from '../support/product.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectSecurityHeaders } from '../support/security-headers.ts';

const { url: DATABASE_URL } = await testDatabase();
let site: Product;
beforeAll(async () => {
  site = await startProduct({ DATABASE_URL, LOG_LEVEL: 'info' });
});
afterAll(() => site?.stop());

const policyOf = async (init?: Parameters<typeof rawRequest>[2]) =>
  String((await rawRequest(site.url, '/about', init)).headers['content-security-policy']);

it('a page from memory is not for a request with a body, whose end somebody has to wait for', async () => {
  await expect.poll(() => policyOf(), { interval: 20 }).toContain("'sha256-");
  for (const headers of [{ 'Content-Length': 3 }, { 'Transfer-Encoding': 'chunked' }])
    expect(await policyOf({ headers, body: 'a=b' })).toContain("'nonce-");
  expect(await policyOf()).toContain("'sha256-");
});

it.each(['http://a:b/x', 'http://a/x', '*'])('%s, which is no address here, is refused and logged', async (path) => {
  const answer = await rawRequest(site.url, path);
  expect(answer.status).toBe(400);
  expectSecurityHeaders(answer.headers);
  const id = answer.headers['x-request-id'] as string;
  await expect
    .poll(
      () =>
        site
          .logs()
          .split('\n')
          .find((line) => line.includes(id)),
      { interval: 20 },
    )
    .toContain('"status":400');
});
