import type { App } from '#db/app.ts';
import { seal, unseal } from '../seal.server.ts';
import type { Staff } from '../staff.schema.ts';
import type { SetUp } from './second-factor.schema.ts';
import { newKey, qrOf } from './totp.server.ts';

const HOLDS_MS = 3_600_000;

type Owner = Pick<Staff, 'accountId' | 'email'>;

/** How a key is shown to its owner; without one it is a new one. */
export function setUpOf(
  app: App,
  { accountId, email }: Owner,
  companyName = '',
  { key, until } = { key: newKey(), until: app.clock.now() + HOLDS_MS },
): SetUp {
  return {
    sealed: seal(app, 'second-factor-set-up', JSON.stringify({ accountId, key, until })),
    groups: key.match(/.{1,4}/g)!,
    qr: qrOf(key, companyName, email),
  };
}

/** The key that a form has brought back, and until when it may. @returns null if it is not this account's, or too old */
export function openSetUp(app: App, { accountId }: Owner, sealed: string): { key: string; until: number } | null {
  const opened = unseal(app, 'second-factor-set-up', sealed);
  if (opened === null) return null;
  const made = JSON.parse(opened) as { accountId: number; key: string; until: number };
  return made.accountId === accountId && made.until > app.clock.now() ? made : null;
}
