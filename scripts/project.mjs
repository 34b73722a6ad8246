// Where the project lies, and what goes wrong with it before anything of it runs.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

export const inRoot = (...names) => path.join(root, ...names);

/** Something a person has to mend; its message is one line to show without a stack. */
export class BootstrapError extends Error {}
