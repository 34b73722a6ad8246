import fs from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';

/** Makes a file on disk, because Playwright sends bytes to the browser as text. @returns its path */
export function largeFile(name: string, size: number): string {
  const file = test.info().outputPath(name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '%PDF-1.7\n');
  fs.truncateSync(file, size);
  return file;
}
