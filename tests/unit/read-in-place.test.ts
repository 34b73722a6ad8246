import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readInPlace } from '#app/storage/read-in-place.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-read-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

it('a file that is shorter than it came is not read as whole', async () => {
  const file = path.join(folder, 'a.pdf');
  fs.writeFileSync(file, '%PDF-1.7');
  expect(await readInPlace(file, 8, async (bytes) => String(bytes))).toBe('%PDF-1.7');
  await expect(readInPlace(file, 9, async () => {})).rejects.toThrow('8 of 9 bytes');
});
