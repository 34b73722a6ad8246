import type { AppLoadContext } from '@remix-run/node';
import { log } from '../../http/log.server.ts';

/** Hears of a file that a command could not remove. */
export const leftBehind = (context: AppLoadContext) => (error: unknown) =>
  log.warn({ requestId: context.requestId, err: error }, 'file left behind for the sweep');
