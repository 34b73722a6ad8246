import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { perApp } from '#db/app.ts';
import { makeFolder, writeOnce } from '#db/make-folder.ts';
import { isImapUrl, isOrigin, isSmtpUrl } from './schemas/server-urls.ts';
import { isNear } from './schemas/near-name.ts';
import { bareEmail, emailSchema } from './schemas/email.ts';

const wholeNumber = (error: string, most: number, tooMuch: string) =>
  z.string().trim().regex(/^\d+$/, error).transform(Number).pipe(z.number().max(most, tooMuch));
const port = wholeNumber('must be a whole number', 65_535, 'must be a port');
const count = (things: string, most: number) =>
  wholeNumber(`must be a number of ${things}`, most, `must be at most ${most}`);
const text = z.string().trim().min(1, 'must not be blank');
const secret = z.string().refine((given) => given.trim().length >= 16, 'must have at least 16 characters');
const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
const database = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://');
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** `ann@example.com` or `Ann Lee <ann@example.com>`, with the name in quotes or not. */
const isMailbox = (given: string): boolean =>
  emailSchema('').safeParse(bareEmail(/^(?:[^<>@"]*|\s*"(?:[^\\"]|\\.)*"\s*)<([^<>]*)>\s*$/.exec(given)?.[1] ?? given))
    .success;

/** Unquoted, `Lee, Ann <ann@example.com>` would be two addresses, and `Team: …` a group. */
function quoteName(mailbox: string): string {
  const [name = '', address] = mailbox.split('<');
  if (!address || !/[(),.:;[\]\\]/.test(name) || name.includes('"')) return mailbox;
  return `"${name.trim().replaceAll('\\', '\\\\')}" <${address}`;
}

const secretsIn = (list: string) =>
  list
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);

const schema = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('production'),
  PORT: port.default(3000),
  HOST: text.optional(),
  APP_URL: z.string().refine(isOrigin, 'must be an http or https address without a path, login or query').optional(),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: database.optional(),
  DATABASE_DIRECT_URL: database.optional(),
  SESSION_SECRET: z
    .string()
    .refine((list) => secretsIn(list).length > 0, 'must not be empty')
    .refine((list) => secretsIn(list).every(({ length }) => length >= 16), 'must have at least 16 characters, each')
    .optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ENDPOINT: address.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_FORCE_PATH_STYLE: flag.default(false),
  POSTMARK_SERVER_TOKEN: text.optional(),
  POSTMARK_API_URL: address.optional(),
  SMTP_URL: z
    .string()
    .refine(
      isSmtpUrl,
      'must be smtp://user:password@host:port or smtps://…, with or without the login, percent-encoded where need be',
    )
    .optional(),
  MAIL_FROM: z.string().trim().refine(isMailbox, 'must be an email address').transform(quoteName).optional(),
  MAIL_TO: z
    .string()
    .trim()
    .refine((list) => list.split(',').every(isMailbox), 'must be an email address, or several with commas')
    .transform((list) => list.split(',').map(quoteName).join())
    .optional(),
  INBOUND_ADDRESS: z
    .string()
    .trim()
    .refine((given) => isMailbox(given) && !/[<+]/.test(given), 'must be a bare email address without a +')
    .optional(),
  INBOUND_IMAP_URL: z
    .string()
    .refine(
      isImapUrl,
      'must be imaps://user:password@host/INBOX, percent-encoded where need be; imap:// on this machine alone',
    )
    .optional(),
  INBOUND_WEBHOOK_PASSWORD: secret.optional(),
  TAG_MANAGER_ID: z
    .string()
    .regex(/^[A-Z0-9-]{4,30}$/, 'must be a tag manager id such as GTM-ABC123')
    .optional(),
  TRUST_PROXY: count('proxies', 10).default(0),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  ENQUIRY_FILES_MIB: count('MiB', 1_000_000).default(2048),
  METRICS_TOKEN: secret.optional(),
});

/** One line for each missing or misplaced variable. Apart from the schema, so that all are told at once. */
function missing(given: Record<string, string | undefined>): string[] {
  const { NODE_ENV = 'production' } = given;
  const needs = (name: string, because: string, isNeeded: unknown) =>
    isNeeded && !given[name]?.trim() ? [`${name}: is required ${because}`] : [];
  const mailBy = ['POSTMARK_SERVER_TOKEN', 'SMTP_URL'].filter((name) => given[name]);
  const s3 = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION', 'S3_FORCE_PATH_STYLE'];
  const storeBy = s3.find((name) => given[name]);
  return [
    ...needs('MAIL_FROM', `with ${mailBy[0]}`, mailBy[0]),
    ...needs('MAIL_TO', `with ${mailBy[0]}`, mailBy[0]),
    ...(mailBy.length > 1 ? [`SMTP_URL: cannot be given together with POSTMARK_SERVER_TOKEN`] : []),
    ...needs('S3_SECRET_ACCESS_KEY', 'with S3_ACCESS_KEY_ID', given.S3_ACCESS_KEY_ID),
    ...needs('S3_ACCESS_KEY_ID', 'with S3_SECRET_ACCESS_KEY', given.S3_SECRET_ACCESS_KEY),
    ...needs('S3_BUCKET', `with ${storeBy}`, storeBy),
    ...needs('POSTMARK_SERVER_TOKEN', 'with POSTMARK_API_URL', given.POSTMARK_API_URL),
    ...needs('DATABASE_URL', 'with DATABASE_DIRECT_URL', given.DATABASE_DIRECT_URL),
    ...needs('INBOUND_ADDRESS', 'with INBOUND_IMAP_URL', given.INBOUND_IMAP_URL),
    ...needs('INBOUND_ADDRESS', 'with INBOUND_WEBHOOK_PASSWORD', given.INBOUND_WEBHOOK_PASSWORD),
    ...needs('SESSION_SECRET', 'with DATABASE_URL in production', given.DATABASE_URL && NODE_ENV === 'production'),
  ];
}

/** `appUrl` is an origin without a trailing slash; `dataDir` is absolute. */
export type Env = z.output<typeof schema> & { appUrl: string; isSecure: boolean; dataDir: string };

/** One line for each problem, which names its variable. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/** By the table of the README; an empty variable is unset. @throws EnvironmentError with one line for each problem */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(given);
  const wrong = (result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const problems = [
    ...wrong,
    ...missing(given).filter((line) => !wrong.some((other) => other.startsWith(line.split(' ', 1)[0]!))),
  ];
  if (!result.success || problems.length) throw new EnvironmentError(problems.join('\n'));
  const env = result.data;
  const appUrl = new URL(env.APP_URL ?? `http://localhost:${env.PORT}`).origin;
  return { ...env, appUrl, isSecure: appUrl.startsWith('https:'), dataDir: path.resolve(env.DATA_DIR) };
}

/** `readEnv` reports a wrong one. */
export const logLevel = (): Env['LOG_LEVEL'] =>
  schema.shape.LOG_LEVEL.catch('info').parse(process.env.LOG_LEVEL || undefined);

const LEAST_LETTERS = 6; // there are many variables named much like HOST and PORT

function misspelled(source: Record<string, string | undefined>): string[] {
  const ours = Object.keys(schema.shape).filter((name) => name.length >= LEAST_LETTERS);
  return Object.keys(source).flatMap((given) => {
    if (given in schema.shape || !source[given]) return [];
    const meant = ours.find((name) => isNear(given.toUpperCase(), name));
    return meant ? [`${given} is not known and has no effect: is ${meant} meant?`] : [];
  });
}

/** For settings that are allowed but hardly meant. */
export function environmentWarnings(
  { isSecure, TRUST_PROXY }: Env,
  source: Record<string, string | undefined> = process.env,
): string[] {
  const manyAsOne =
    'APP_URL is https but TRUST_PROXY is not set: all visitors count as the one address of the proxy, so a few failed ' +
    'sign-ins or enquiries of one shut out everybody. Set TRUST_PROXY to the number of proxies in front.';
  return [...misspelled(source), ...(isSecure && !TRUST_PROXY ? [manyAsOne] : [])];
}

/** Newest first. Without SESSION_SECRET one is kept in DATA_DIR, so that staff stay signed in over a restart. */
export const sessionSecrets = perApp('session secrets', ({ env }) => readSecrets(env));

function readSecrets({ SESSION_SECRET, dataDir }: Env): string[] {
  if (SESSION_SECRET) return secretsIn(SESSION_SECRET);
  const file = path.join(dataDir, 'session-secret');
  makeFolder(dataDir);
  writeOnce(file, randomBytes(32).toString('base64url'));
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (secret.length >= 16) return [secret];
  throw new EnvironmentError(
    `SESSION_SECRET: the one that was made and kept in ${file} is empty or cut short: put the file back from a copy, or remove it`,
  );
}
