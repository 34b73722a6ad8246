import type { AppLoadContext } from '@remix-run/node';
import { log } from '../http/log.server.ts';

/** The events of OWASP's logging vocabulary that are logged. */
const outcomes = {
  authn_login_success: 'success',
  authn_login_fail: 'failure',
  authn_login_fail_max: 'refused',
  authn_password_change: 'success',
  authn_password_change_fail: 'failure',
  authn_password_change_fail_max: 'refused',
  authn_factor_change: 'success',
  authn_token_created: 'success',
  authn_token_revoked: 'success',
  authz_fail: 'refused',
  authz_change: 'success',
  session_ended: 'success',
  user_created: 'success',
  user_deleted: 'success',
  user_updated: 'success',
} as const;
export type SecurityEvent = keyof typeof outcomes;

/**
 * Logs an event. The line holds no email and no IP address.
 * @param accountId null where there is no such account
 */
export function logSecurityEvent(
  event: SecurityEvent,
  accountId: number | null,
  { requestId }: Pick<AppLoadContext, 'requestId'>,
  to = log,
): void {
  const outcome = outcomes[event];
  to[outcome === 'success' ? 'info' : 'warn']({ requestId, event, accountId, outcome }, 'security event');
}
