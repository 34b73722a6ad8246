// Loaded before a command: says at its end how many entries of an archive it had open at once, each with its bytes in memory.
import tar from 'tar-stream';

let open = 0;
let most = 0;
const packs = Object.getPrototypeOf(tar.pack()) as tar.Pack;
const entry = packs.entry as (this: tar.Pack, ...args: unknown[]) => NodeJS.WritableStream;
packs.entry = function (this: tar.Pack, ...args: unknown[]) {
  const made = entry.apply(this, args);
  most = Math.max(most, ++open);
  made.once('close', () => open--);
  return made;
} as typeof packs.entry;
process.on('exit', () => console.log(`Entries open at once: ${most}`));
