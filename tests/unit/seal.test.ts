import { expect, it } from 'vitest';
import { seal, unseal } from '#app/accounts/seal.server.ts';
import { appWithoutDatabase } from '../support/test-app.ts';

const appOf = (SESSION_SECRET: string) => appWithoutDatabase({ SESSION_SECRET });

it('a sealed text opens only for its purpose, and not after any change', async () => {
  const app = await appOf('the secret of this test');
  const sealed = seal(app, 'staff-mail', 'a link');
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('a link');
  expect(seal(app, 'staff-mail', 'a link')).not.toBe(sealed);
  expect(unseal(app, 'staff-mail', sealed)).toBe('a link');
  expect(unseal(app, 'second-factor', sealed)).toBeNull();
  for (const at of [0, 12, 28]) {
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[at]! ^= 1; // a byte of the nonce, the tag or the text
    expect(unseal(app, 'staff-mail', bytes.toString('base64url'))).toBeNull();
  }
});

it('a text sealed with an older secret opens as long as that secret is in the list', async () => {
  const sealed = seal(await appOf('the older secret'), 'second-factor', 'a key');
  expect(unseal(await appOf('the newer secret, the older secret'), 'second-factor', sealed)).toBe('a key');
  expect(unseal(await appOf('the newer secret'), 'second-factor', sealed)).toBeNull();
});
