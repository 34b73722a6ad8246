import fs from 'node:fs';

/** The folders of `app`, highest first. A folder imports only from those after it. */
export const layers = [
  'admin',
  'site',
  'enquiries',
  'content',
  'maintenance',
  'accounts',
  'audit',
  'forms',
  'ui',
  'render',
  'http',
  'mail',
  'storage',
  'time',
  'schemas',
];

/** Files at the top of `app` that every layer may import. All other files there stand above the layers. */
const forAll = ['env.server.ts', 'paths.ts'];

export const topFiles = fs
  .readdirSync(new URL('../app', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isFile() && !forAll.includes(entry.name))
  .map(({ name }) => name);

/** @param {string} file such as `app/paths.ts` */
export const isForAll = (file) => forAll.some((name) => file === `app/${name}`);
