import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { removeFolder } from './remove-folder.ts';

/** A folder for the tests of one file, removed after them. Call it at the top of the file. */
export function testFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-'));
  afterAll(() => removeFolder(folder));
  return folder;
}
