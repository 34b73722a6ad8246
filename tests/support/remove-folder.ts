import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Removes a folder that a test has made. What was killed may leave programs that still write there for a moment. */
export function removeFolder(folder: string, below = os.tmpdir()): void {
  if (!path.resolve(folder).startsWith(path.join(below, '/'))) throw new Error(`no test has made ${folder}`);
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
