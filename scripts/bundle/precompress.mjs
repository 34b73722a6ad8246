// Writes a brotli and a gzip variant beside each text file at the end of the build, so that no request waits for
// compression. Copies public/ to build/public first, because sources stay unchanged.
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(js|css|svg|json|txt|ico|webmanifest)$/;
const WORTH_BYTES = 512;

export function precompress() {
  fs.rmSync('build/public', { recursive: true, force: true });
  fs.cpSync('public', 'build/public', { recursive: true });
  for (const dir of ['build/client', 'build/public']) {
    for (const entry of fs.readdirSync(dir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !TEXT.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      const bytes = fs.readFileSync(file);
      if (bytes.length < WORTH_BYTES) continue;
      fs.writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      fs.writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    }
  }
}
