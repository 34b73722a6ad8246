import pino from 'pino';
import { env } from '../env.server.ts';

/** A wrong environment is told in plain words by whoever starts us, not while this file is loaded. */
function levelOf(): string {
  try {
    return env().LOG_LEVEL;
  } catch {
    return 'info';
  }
}

/** One JSON object a line on standard output. Lines hold ids and outcomes, never what a person typed. */
export const log = pino(
  { level: levelOf(), base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ dest: 1, sync: false }),
);

/**
 * What of an error may be logged: its kind, its code and where it happened. Messages are left out, since those of the
 * database and of parsers repeat the values they were given.
 */
export function describeError(error: unknown): { type: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = (error as { code?: unknown }).code;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    at: frames.slice(0, 8).map((line) => line.trim().replace(/\(?file:\/\/.*\/(?=[^/]+\/[^/]+$)/, '(')),
  };
}
