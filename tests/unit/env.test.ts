import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { App } from '#db/app.ts';
import { senderDomain } from '#app/admin/settings/sender-records.server.ts';
import { environmentWarnings, EnvironmentError, readEnv, sessionSecrets } from '#app/env.server.ts';
import { testFolder } from '../support/test-folder.ts';

const problemsOf = (source: Record<string, string>) => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError);
    return (error as Error).message.split('\n');
  }
};

const DATABASE_URL = 'postgres://db.example.com/site';
const MAIL_TO = 'ann@example.com, Ben <ben@example.com>';

describe('the environment', () => {
  it('needs nothing: every variable has a default, which one that is empty has, too', () => {
    const usual = { PORT: 3000, appUrl: 'http://localhost:3000', isSecure: false, LOG_LEVEL: 'info', TRUST_PROXY: 0 };
    for (const source of [{}, { PORT: '', APP_URL: '', DATABASE_URL: '', S3_BUCKET: '' }])
      expect(readEnv(source)).toMatchObject({ ...usual, dataDir: path.resolve('.data') });
  });

  it('makes the address out of the port unless APP_URL says it', () => {
    expect(readEnv({ PORT: '4000' }).appUrl).toBe('http://localhost:4000');
    const given = { appUrl: 'https://example.com', isSecure: true };
    for (const APP_URL of ['https://example.com', 'https://Example.com:443/'])
      expect(readEnv({ APP_URL })).toMatchObject(given);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '2e4'],
    ['ENQUIRY_FILES_MIB', ' '],
    ['METRICS_TOKEN', ' '.repeat(16)],
    ['NODE_ENV', 'prod'],
    ['HOST', ' '],
    ['APP_URL', 'example.com'],
    ['APP_URL', 'ftp://example.com'],
    ['APP_URL', 'https://example.com/site/'],
    ['APP_URL', 'https://user:password@example.com'],
    ['APP_URL', 'https://example.com/?site'],
    ['DATABASE_URL', 'mysql://example.com/site'],
    ['DATABASE_DIRECT_URL', 'db.example.com'],
    ['SESSION_SECRET', 'short'],
    ['SESSION_SECRET', ','.repeat(16)],
    ['SESSION_SECRET', 'a secret that is long enough, short'],
    ['S3_ENDPOINT', 'store'],
    ['S3_FORCE_PATH_STYLE', 'yes'],
    ['POSTMARK_API_URL', 'mail'],
    ['MAIL_FROM', 'office'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', '"Unclosed <a@example.com>'],
    ['MAIL_TO', 'office@example'],
    ['INBOUND_ADDRESS', 'enquiries+new@example.com'],
    ['INBOUND_ADDRESS', 'Office <enquiries@example.com>'],
    ['INBOUND_IMAP_URL', 'imap://user:password@mail.example.com/INBOX'],
    ['INBOUND_IMAP_URL', 'imaps://mail.example.com/INBOX'],
    ['INBOUND_WEBHOOK_PASSWORD', 'short'],
    ['TAG_MANAGER_ID', '"><script>'],
    ['TRUST_PROXY', '-1'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s as the problem when it is %s', (name, value) => {
    const whole = {
      SESSION_SECRET: 'a secret that is long enough',
      S3_BUCKET: 'b',
      POSTMARK_SERVER_TOKEN: 't',
      DATABASE_URL,
    };
    const mails = { MAIL_FROM: 'a@example.com', MAIL_TO: 'b@example.com', INBOUND_ADDRESS: 'c@example.com' };
    const problems = problemsOf({ ...whole, ...mails, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: must `));
  });

  const mailed = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Site <site@example.com>', MAIL_TO };
  it.each<[Record<string, string>, string[]]>([
    [
      { POSTMARK_SERVER_TOKEN: 'token' },
      ['MAIL_FROM: is required with POSTMARK_SERVER_TOKEN', 'MAIL_TO: is required with POSTMARK_SERVER_TOKEN'],
    ],
    [
      { SMTP_URL: 'smtp://mail.example.com' },
      ['MAIL_FROM: is required with SMTP_URL', 'MAIL_TO: is required with SMTP_URL'],
    ],
    [{ POSTMARK_API_URL: 'http://mail.example.com' }, ['POSTMARK_SERVER_TOKEN: is required with POSTMARK_API_URL']],
    [{ S3_ACCESS_KEY_ID: 'id', S3_BUCKET: 'b' }, ['S3_SECRET_ACCESS_KEY: is required with S3_ACCESS_KEY_ID']],
    [{ S3_SECRET_ACCESS_KEY: 'key', S3_BUCKET: 'b' }, ['S3_ACCESS_KEY_ID: is required with S3_SECRET_ACCESS_KEY']],
    [{ S3_ENDPOINT: 'http://store.example.com' }, ['S3_BUCKET: is required with S3_ENDPOINT']],
    [{ INBOUND_IMAP_URL: 'imap://user:password@127.0.0.1' }, ['INBOUND_ADDRESS: is required with INBOUND_IMAP_URL']],
    [
      { INBOUND_WEBHOOK_PASSWORD: 'a password of the webhook' },
      ['INBOUND_ADDRESS: is required with INBOUND_WEBHOOK_PASSWORD'],
    ],
    [{ DATABASE_DIRECT_URL: DATABASE_URL, NODE_ENV: 'test' }, ['DATABASE_URL: is required with DATABASE_DIRECT_URL']],
    [{ DATABASE_DIRECT_URL: DATABASE_URL, DATABASE_URL, NODE_ENV: 'test' }, []],
    [{ DATABASE_URL }, [expect.stringMatching(/^SESSION_SECRET: /)]],
    [mailed, []],
    [{ ...mailed, POSTMARK_SERVER_TOKEN: 't' }, ['SMTP_URL: cannot be given together with POSTMARK_SERVER_TOKEN']],
  ])('wants what belongs to %o, and nothing that does not', (given, problems) =>
    expect(problemsOf(given)).toEqual(problems),
  );

  it.each([
    ['Lee, Ann <ann@example.com>', '"Lee, Ann" <ann@example.com>'],
    ['Team: Safety & Co. <ann@example.com>', '"Team: Safety & Co." <ann@example.com>'],
    ['Back\\slash <ann@example.com>', '"Back\\\\slash" <ann@example.com>'],
    ['"Lee, \\"Ann\\"" <ann@example.com>', '"Lee, \\"Ann\\"" <ann@example.com>'],
    ['Ann Lee <ann@example.com>', 'Ann Lee <ann@example.com>'],
    ['<ann.lee@example.com>', '<ann.lee@example.com>'],
    ['ann.lee@example.com', 'ann.lee@example.com'],
  ])('MAIL_FROM: %s goes out as %s', (MAIL_FROM, sent) => {
    expect(readEnv({ MAIL_FROM }).MAIL_FROM).toBe(sent);
    expect(senderDomain({ env: readEnv({ MAIL_FROM }) } as App)).toBe('example.com');
  });

  it.each([
    ['mail.example.com', false],
    ['http://mail.example.com', false],
    ['smtp://', false],
    ['smtp://user@mail.example.com', false],
    ['smtp://user:p#ss@mail.example.com', false],
    ['smtp://user:p/ss@mail.example.com:587', false],
    ['smtp://user:100%@mail.example.com', false],
    ['smtp://mail.example.com:587/?pool=true', false],
    ['smtp://user:p%23s%2Fs@mail.example.com:587', true],
    ['smtps://user:pass@mail.example.com/', true],
    ['smtp://[::1]:2525', true],
  ])('SMTP_URL: %s is taken whole or not at all, and is not told', (SMTP_URL, isGood) => {
    const problems = problemsOf({ SMTP_URL, MAIL_FROM: 'a@example.com', MAIL_TO: 'b@example.com' });
    expect(problems).toEqual(isGood ? [] : [expect.stringMatching(/^SMTP_URL: must be smtp:\/\/user:password@host/)]);
  });

  it('tells all problems at once, also which others a wrong environment lacks', () => {
    const problems = problemsOf({ PORT: 'x', POSTMARK_SERVER_TOKEN: 'token', MAIL_TO: ' ', S3_ACCESS_KEY_ID: 'id' });
    const names = problems.map((line) => line.split(':', 1)[0]);
    expect(names.join(' ')).toBe('PORT MAIL_TO MAIL_FROM S3_SECRET_ACCESS_KEY S3_BUCKET');
  });

  it('names variables that are nearly ours, and ignores others', () => {
    const strange = { DATABSE_URL: 'x', S3_BUKET: 'x', SMTP_ULR: 'x', MAIL_FROMM: 'x', log_level: 'x' };
    const other = { HOSTS: 'x', SPORT: 'x', DATABASE_NAME: 'x', HOME: 'x', PORT: '80' };
    expect(environmentWarnings(readEnv({}), { ...strange, ...other }).map((line) => line.split(' ', 1)[0])).toEqual(
      Object.keys(strange),
    );
  });

  it('warns of https without TRUST_PROXY alone', () => {
    const APP_URL = 'https://www.example.com';
    const warned = [{ APP_URL }, { APP_URL, TRUST_PROXY: '1' }, {}].map(
      (source) => environmentWarnings(readEnv(source), source).length,
    );
    expect(warned).toEqual([1, 0, 0]);
  });
});

describe('the session secrets', () => {
  const secretsWith = (variables: Record<string, string>) =>
    sessionSecrets({ env: readEnv(variables), held: new Map() } as unknown as App);

  const DATA_DIR = testFolder();

  it('come from SESSION_SECRET, newest first', async () => {
    const SESSION_SECRET = 'the newest secret, the older secret,';
    expect(secretsWith({ SESSION_SECRET })).toEqual(['the newest secret', 'the older secret']);
  });

  it('are made once and kept in DATA_DIR, readable by the owner alone', async () => {
    const [first] = secretsWith({ DATA_DIR, SESSION_SECRET: '' });
    expect(first!.length).toBeGreaterThanOrEqual(32);
    expect(secretsWith({ DATA_DIR, SESSION_SECRET: '' })).toEqual([first]);
    expect(fs.statSync(path.join(DATA_DIR, 'session-secret')).mode & 0o077).toBe(0);
  });

  it('are not signed with when the file is empty', async () => {
    fs.writeFileSync(path.join(DATA_DIR, 'session-secret'), '\n');
    expect(() => secretsWith({ DATA_DIR, SESSION_SECRET: '' })).toThrow(/^SESSION_SECRET: .* is empty/);
  });
});
