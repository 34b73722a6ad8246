import pino from 'pino';
import { logLevel } from '../env.server.ts';

// A write for each line would cost as much as a cached page. The rest is written at exit.
const GATHER_BYTES = 8192;
const GATHER_MS = 50;
const WAITING_BYTES = 2 ** 22;

const lines = pino.destination({
  dest: 1,
  sync: false,
  minLength: GATHER_BYTES,
  maxLength: WAITING_BYTES,
  periodicFlush: GATHER_MS,
});
// While the disk is full, lines wait for room, and what is too much is lost. The write at exit would wait for ever.
const { flushSync } = lines;
lines.on('error', () => (lines.flushSync = () => {}));
lines.on('write', () => (lines.flushSync = flushSync));

/** JSON lines on standard output: ids and outcomes, never what a person typed. */
export const log = pino(
  { level: logLevel(), base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
  lines,
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
