import pino from 'pino';
import { logLevel } from '../env.server.ts';

// A write for each line would cost as much as a cached page. The rest is written at exit.
const GATHER_BYTES = 8192;
const GATHER_MS = 50;

/** JSON lines on standard output: ids and outcomes, never what a person typed. */
export const log = pino(
  { level: logLevel(), base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
  pino.destination({ dest: 1, sync: false, minLength: GATHER_BYTES, periodicFlush: GATHER_MS }),
);

// Pino's own serialiser adds message and properties, which may contain values from the database or from parsers.
function describeError(error: unknown): { type: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = (error as { code?: unknown }).code;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    at: frames.slice(0, 8).map((line) => line.trim().replace(/\(?file:\/\/.*\/(?=[^/]+\/[^/]+$)/, '(')),
  };
}
