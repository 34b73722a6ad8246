// What `npm run maintenance` is told, and what is wrong with it.
import { parseArgs } from 'node:util';
import { maintenanceMessageSchema } from '#app/maintenance/maintenance.schema.ts';
import { timeIn } from '#app/ui/typed-time.ts';
import { PlainError } from './command.ts';

const USAGE = `Usage:
  npm run maintenance -- on [--message TEXT] [--from TIME] [--until TIME | --for 2h]
  npm run maintenance -- off
  npm run maintenance -- status
TIME is like 2026-11-24T14:30, in the company's time zone unless it names one (2026-11-24T18:30Z).`;

/** What is to be done; times in milliseconds since the epoch. */
export interface Order {
  verb: string;
  message?: string;
  /** Null is from now on. */
  from: number | null;
  until: number | null;
  /** How long, instead of until when. */
  lasts: number | null;
}

/** The words of the command line. @throws PlainError that says what is wrong with them */
export function readOrder(args?: string[]): Order {
  const { values, positionals } = wordsOf(args);
  const [verb = '', ...rest] = positionals;
  if (!['on', 'off', 'status'].includes(verb) || rest.length) throw new PlainError(USAGE);
  if (verb !== 'on' && Object.keys(values).length) throw new PlainError(USAGE);
  if (values.until !== undefined && values.for !== undefined)
    throw new PlainError('Give either --until or --for, not both.');
  const order = { verb, from: timeOf('from', values.from), until: timeOf('until', values.until) };
  const lasts = values.for === undefined ? null : spanOf(values.for);
  if (values.message === undefined) return { ...order, lasts };
  const message = maintenanceMessageSchema.safeParse(values.message);
  if (!message.success) throw new PlainError(message.error.issues[0]!.message);
  return { ...order, lasts, message: message.data };
}

function wordsOf(args?: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { message: text, from: text, until: text, for: text } });
  } catch (error) {
    throw new PlainError((error as Error).message.split('\n', 1)[0]);
  }
}

function timeOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = timeIn(text);
  if (time === null) throw new PlainError(`--${name} is no time: write it like 2026-11-24T14:30.`);
  return time;
}

const SPAN = /^(?=\d)(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/;
const UNITS_MS = [86_400_000, 3_600_000, 60_000, 1000];

function spanOf(text: string): number {
  const parts = SPAN.exec(text.trim().toLowerCase())?.slice(1) ?? [];
  const span = parts.reduce((sum, part, n) => sum + Number(part ?? 0) * UNITS_MS[n]!, 0);
  if (!span) throw new PlainError('--for is no span of time: write it like 2h, 90m or 1h30m.');
  return span;
}
