import { migrations } from '../../node_modules/graphile-worker/dist/generated/sql.js';
import { expect, it } from 'vitest';
import { QUEUE_MIGRATION } from '#app/mail/mail-jobs.server.ts';

it('the queue counts as up to date from the last migration of the graphile-worker that is installed', () =>
  expect(Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))).toBe(QUEUE_MIGRATION));
