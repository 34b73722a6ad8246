import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Removes a folder of a test. It retries, because children of a killed process may still write there. */
export function removeFolder(folder: string, below = os.tmpdir()): void {
  if (!path.resolve(folder).startsWith(path.join(below, '/'))) throw new Error(`no test has made ${folder}`);
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
