import { expect, it } from 'vitest';
import { requireVersion } from '#db/check-database.ts';

it.each(['9.6.24', '13.22', '13.22 (Debian 13.22-1)'])('PostgreSQL %s is refused with one line', (version) => {
  expect(() => requireVersion('DATABASE_URL', version)).toThrow(
    `DATABASE_URL: leads to PostgreSQL ${version}, but version 14 or newer is needed`,
  );
});

it.each(['14.0', '15.18 (Debian 15.18-0+deb12u1)', '18.4', '19beta1'])('PostgreSQL %s is taken', (version) => {
  requireVersion('DATABASE_URL', version);
});
