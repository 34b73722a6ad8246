// One way for every command to read its arguments: strictly, `--help` answered on standard output, wrong use with exit
// code 2. Plain JavaScript: some commands run before anything is installed.
import { parseArgs } from 'node:util';

/** What is wrong with a command line, or, with exit code 0, the answer to `--help`. */
export class UsageError extends Error {
  /** @param {string} message @param {number} [code] */
  constructor(message, code = 2) {
    super(message);
    this.code = code;
  }
}

const asksForHelp = (word) => word === '--help' || word === '-h';

/**
 * Reads the words of a command line. Without a description of options there are none but `--help`.
 * @template {import('node:util').ParseArgsOptionsConfig} [T={}]
 * @param {string} usage how the command is meant
 * @param {{ options?: T, words?: number | [least: number, most: number], args?: string[] }} [allowed] `words` is how many
 *   there are besides options; none by default
 * @throws {UsageError}
 */
export function readArguments(usage, { options, words = 0, args = process.argv.slice(2) } = {}) {
  const [least, most] = typeof words === 'number' ? [words, words] : words;
  const help = /** @type {const} */ ({ type: 'boolean', short: 'h' });
  const all = /** @type {T & { help: typeof help }} */ ({ ...options, help });
  if (args.some(asksForHelp)) throw new UsageError(usage, 0);
  /** @type {ReturnType<typeof parseArgs<{ options: typeof all, allowPositionals: true, strict: true }>>} */
  let parsed;
  try {
    parsed = parseArgs({ args, options: all, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`${error.message.split('\n', 1)[0].split('. To specify', 1)[0]}\n${usage}`);
  }
  const { length } = parsed.positionals;
  if (length < least || length > most) throw new UsageError(usage);
  return parsed;
}

/**
 * What `read` gives, or the end of this process: its help, or what is wrong with its arguments.
 * @template T
 * @param {() => T | Promise<T>} read
 * @returns {Promise<T>}
 */
export async function orExit(read) {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (error.code) console.error(error.message);
    else console.log(error.message);
    process.exit(error.code);
  }
}

/**
 * For commands that hand their arguments on to another program: answers `--help` alone.
 * @param {string} usage @param {string[]} [args]
 */
export async function helpOrExit(usage, args = process.argv.slice(2)) {
  if (args.some(asksForHelp)) await orExit(() => readArguments(usage, { args: ['--help'] }));
}
