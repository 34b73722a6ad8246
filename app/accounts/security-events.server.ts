import type { AppLoadContext } from '@remix-run/node';
import { log } from '../http/log.server.ts';

/** Refusals, in OWASP's logging vocabulary. The activity log records changes of accounts. */
const outcomes = {
  authn_login_fail: 'failure',
  authn_login_fail_max: 'refused',
  authn_password_change_fail: 'failure',
  authn_password_change_fail_max: 'refused',
  authz_fail: 'refused',
} as const;
export type Refusal = keyof typeof outcomes;

/** The line holds no email and no IP address. @param accountId null if the account does not exist */
export const logRefusal = (event: Refusal, accountId: number | null, { requestId }: AppLoadContext): void =>
  log.warn({ requestId, event, accountId, outcome: outcomes[event] }, 'security event');
