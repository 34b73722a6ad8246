import { maintenanceMessageSchema } from '#app/maintenance/maintenance.schema.ts';
import { timeIn } from '#app/time/typed-time.ts';
import { readArguments, UsageError } from './arguments.mjs';

const USAGE = `Usage:
  npm run maintenance -- on [--message TEXT] [--from TIME] [--until TIME | --for 2h]
  npm run maintenance -- off
  npm run maintenance -- status
TIME is like 2026-11-24T14:30, in the company's time zone unless it names one (2026-11-24T18:30Z).`;

const text = { type: 'string' } as const;

/** Times in milliseconds since the epoch. */
export interface Order {
  verb: string;
  message?: string;
  /** Null begins now. */
  from: number | null;
  until: number | null;
  /** The duration, in place of `until`. */
  lasts: number | null;
}

/** @throws UsageError that says what is wrong with the command line */
export function readOrder(args?: string[]): Order {
  const options = { message: text, from: text, until: text, for: text };
  const { values, positionals } = readArguments(USAGE, { args, options, words: 1 });
  const verb = positionals[0]!;
  if (!['on', 'off', 'status'].includes(verb)) throw new UsageError(USAGE);
  if (verb !== 'on' && Object.keys(values).length) throw new UsageError(USAGE);
  if (values.until !== undefined && values.for !== undefined)
    throw new UsageError('Give either --until or --for, not both.');
  const order = { verb, from: timeOf('from', values.from), until: timeOf('until', values.until) };
  const lasts = values.for === undefined ? null : spanOf(values.for);
  if (values.message === undefined) return { ...order, lasts };
  const message = maintenanceMessageSchema.safeParse(values.message);
  if (!message.success) throw new UsageError(message.error.issues[0]!.message);
  return { ...order, lasts, message: message.data };
}

function timeOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = timeIn(text);
  if (time === null) throw new UsageError(`--${name} is no time: write it like 2026-11-24T14:30.`);
  return time;
}

const SPAN = /^(?=\d)(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/;
const UNITS_MS = [86_400_000, 3_600_000, 60_000, 1000];

function spanOf(text: string): number {
  const parts = SPAN.exec(text.trim().toLowerCase())?.slice(1) ?? [];
  const span = parts.reduce((sum, part, n) => sum + Number(part ?? 0) * UNITS_MS[n]!, 0);
  if (!span) throw new UsageError('--for is no span of time: write it like 2h, 90m or 1h30m.');
  return span;
}
