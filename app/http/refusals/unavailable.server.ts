import { data, type AppLoadContext } from '@remix-run/node';
import { log } from '../log.server.ts';

const CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const NAMES = new Set(['StoreUnavailableError', 'TooManyPasswordsError', 'NoPrimaryError']);
const MESSAGES =
  /query read timeout|connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|no answer within/i;

/** Whether an error means that database, store or sign-in cannot be used now, and not a mistake in our code. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause ?? (cause as { previous?: unknown }).previous) {
    const { code, name, message } = cause as Error & { code?: unknown };
    if (NAMES.has(name) || MESSAGES.test(message)) return true;
    // 57P: shutting down or starting; 53: out of connections, memory or disk; 25006: now a standby, and the next
    // connection finds the primary
    if (typeof code === 'string' && (CODES.has(code) || /^(57P0|53|08|25006)/.test(code))) return true;
  }
  return false;
}

/** @throws a 503 answer if the database or the store cannot be used now, otherwise the error itself */
export async function throwUnavailable<Answer>(context: AppLoadContext, ask: () => Promise<Answer> | Answer) {
  try {
    return await ask();
  } catch (error) {
    if (context.isClientGone?.() || !isUnavailable(error)) throw error;
    context.isUnavailable = true;
    log.error({ requestId: context.requestId, err: error }, 'request failed');
    throw data({ reference: context.requestId }, { status: 503, statusText: 'Service Unavailable' });
  }
}
