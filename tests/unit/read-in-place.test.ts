import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readInPlace } from '#app/storage/read-in-place.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

it('a file that is shorter than it came is not read as whole', async () => {
  const file = path.join(folder, 'a.pdf');
  fs.writeFileSync(file, '%PDF-1.7');
  expect(await readInPlace(file, 8, async (bytes) => String(bytes))).toBe('%PDF-1.7');
  await expect(readInPlace(file, 9, async () => {})).rejects.toThrow('8 of 9 bytes');
});
