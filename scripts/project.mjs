import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

export const inRoot = (...names) => path.join(root, ...names);

/** A problem that a person has to solve; its message is one line without a stack. */
export class BootstrapError extends Error {}
