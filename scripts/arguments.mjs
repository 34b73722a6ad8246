// Every command reads its arguments here: strictly, with `--help` on standard output and exit code 2 for wrong use. Plain
// JavaScript, because some commands run before anything is installed.
import { parseArgs } from 'node:util';

/** A wrong command line, or, with code 0, a request for help. */
export class UsageError extends Error {
  /** @param {string} message @param {number} [code] */
  constructor(message, code = 2) {
    super(message);
    this.code = code;
  }
}

const asksForHelp = (word) => word === '--help' || word === '-h';

/**
 * Reads a command line.
 * @template {import('node:util').ParseArgsOptionsConfig} [T={}]
 * @param {string} usage the text that explains the command
 * @param {{ options?: T, words?: number | [least: number, most: number], args?: string[] }} [allowed] `words` counts the
 *   arguments besides options; none by default
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
 * Ends this process with help or an error message if `read` throws a UsageError.
 * @template T
 * @param {() => T | Promise<T>} read
 * @returns {Promise<T>}
 */
export async function exitOnUsageError(read) {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (error.code) console.error(error.message);
    else console.log(error.message);
    process.exit(error.code);
  }
}

/** Answers `--help` in a command that passes its arguments on to another program. @param {string} usage */
export async function answerHelp(usage) {
  if (process.argv.slice(2).some(asksForHelp)) await exitOnUsageError(() => readArguments(usage, { args: ['--help'] }));
}
