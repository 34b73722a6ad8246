import { expect, it } from 'vitest';
import { requireVersion, throwPlainly } from '#db/check-database.ts';

it.each(['9.6.24', '13.22', '13.22 (Debian 13.22-1)'])('PostgreSQL %s is refused with one line', (version) => {
  expect(() => requireVersion('DATABASE_URL', version)).toThrow(
    `DATABASE_URL: leads to PostgreSQL ${version}, but version 14 or newer is needed`,
  );
});

it.each(['14.0', '15.18 (Debian 15.18-0+deb12u1)', '18.4', '19beta1'])('PostgreSQL %s is taken', (version) =>
  requireVersion('DATABASE_URL', version),
);

it('a database without the rights that the site needs is said so, however deep the error lies', () => {
  const cause = Object.assign(new Error('permission denied for schema public'), { code: '42501' });
  expect(() => throwPlainly(new Error('migration failed', { cause }))).toThrow(/^DATABASE_URL: .* may not make tables/);
  expect(() => throwPlainly(cause)).toThrow('permission denied for schema public');
  const other = new Error('other');
  expect(() => throwPlainly(other)).toThrow(other);
});
