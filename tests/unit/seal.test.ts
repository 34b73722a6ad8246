import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules(); // other files of this worker read their own
});

/** The module goes by the secrets that it read first: each test loads a fresh one. */
async function sealWith(SESSION_SECRET: string) {
  vi.stubEnv('SESSION_SECRET', SESSION_SECRET);
  vi.resetModules();
  return import('#app/accounts/seal.server.ts');
}

it('what is sealed opens for its purpose alone, and not once any of it was changed', async () => {
  const { seal, unseal } = await sealWith('the secret of this test');
  const sealed = seal('staff-mail', 'a link');
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('a link');
  expect(seal('staff-mail', 'a link')).not.toBe(sealed);
  expect(unseal('staff-mail', sealed)).toBe('a link');
  expect(unseal('second-factor', sealed)).toBeNull();
  for (const at of [0, 12, 28]) {
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[at]! ^= 1; // of the nonce, the tag, the text
    expect(unseal('staff-mail', bytes.toString('base64url'))).toBeNull();
  }
});

it('what was sealed with an older secret opens as long as that is in the list', async () => {
  const sealed = (await sealWith('the older secret')).seal('second-factor', 'a key');
  expect((await sealWith('the newer secret, the older secret')).unseal('second-factor', sealed)).toBe('a key');
  expect((await sealWith('the newer secret')).unseal('second-factor', sealed)).toBeNull();
});
