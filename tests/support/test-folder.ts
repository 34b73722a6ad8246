import { afterAll } from 'vitest';
import { newDataDir } from './product.ts';
import { removeFolder } from './remove-folder.ts';

/** A folder for the tests of one file, removed after them. Call it at the top of the file. */
export function testFolder(): string {
  const folder = newDataDir();
  afterAll(() => removeFolder(folder));
  return folder;
}
