import type { IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';

/** Checks the headers of every answer. @param isSecure whether the site is reached over https */
export function expectSecurityHeaders(given: IncomingHttpHeaders | Headers, isSecure = false): void {
  const headers: Record<string, unknown> = given instanceof Headers ? Object.fromEntries(given) : given;
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/default-src '(none|self)'/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  if (isSecure) expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  else expect(headers).not.toHaveProperty('strict-transport-security');
}
