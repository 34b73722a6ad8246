import { readdirSync } from 'node:fs';
import type { Migration } from '@mikro-orm/migrations';

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration & { name: string };

// The folder as it is. In the bundle, where it is none, the build has written these imports out: scripts/bundle/server-plugins.ts.
const names = readdirSync(import.meta.dirname).flatMap((file) => /^(\d.*)\.ts$/.exec(file)?.[1] ?? []);
const modules: Record<string, MigrationClass>[] = await Promise.all(
  names.sort().map((name) => import(/* @vite-ignore */ `./${name}.ts`)),
);

/** In the order in which they are run, that of their files' names. A landed migration is never edited; a change is a new one. */
export const migrations = modules.map((module) => Object.values(module)[0]!);
