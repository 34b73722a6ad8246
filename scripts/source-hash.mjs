import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { inRoot } from './project.mjs';

export function sourceHash() {
  const hash = createHash('sha256');
  const add = (name, content) => hash.update(`${name}\0${content.length}\0`).update(content);
  for (const name of [
    'package-lock.json',
    'vite.config.ts',
    'remix.config.js',
    ...['app', 'db', 'public', 'scripts/bundle'].flatMap(filesUnder),
    ...filesUnder('scripts').filter((file) => /^scripts\/[\w-]+\.ts$/.test(file)),
  ])
    add(name, isNamedByContent(name) ? '' : fs.readFileSync(inRoot(name)));
  return hash.digest('hex');
}

/** Pictures and fonts, which are most of the bytes. */
const isNamedByContent = (name) => /^public\/.*-[0-9a-f]{8}[-.]/.test(name);

function filesUnder(dir) {
  if (!fs.existsSync(inRoot(dir))) return [];
  const entries = fs.readdirSync(inRoot(dir), { withFileTypes: true });
  return entries.flatMap((e) => (e.isDirectory() ? filesUnder(`${dir}/${e.name}`) : [`${dir}/${e.name}`])).sort();
}
