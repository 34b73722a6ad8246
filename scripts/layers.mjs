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

const topFiles = fs
  .readdirSync(new URL('../app', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isFile() && !forAll.includes(entry.name))
  .map(({ name }) => name);

/** @param {string} from a file of the project, or a top entry of `app` such as `app/ui` @param {string} to what it imports */
export const isUpward = (from, to) => !isForAll(to) && rank(to) < rank(from);

const isForAll = (file) => forAll.some((name) => file === `app/${name}`);

/** The database is below all layers; what assembles them is above. Files that are for all rank with the lowest. */
function rank(file) {
  const [folder, top] = file.split('/');
  if (folder !== 'app') return layers.length;
  if (isForAll(file)) return layers.length - 1;
  return topFiles.includes(top) ? -1 : layers.indexOf(top);
}
