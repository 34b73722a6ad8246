import fs from 'node:fs';
import type { Account } from './embedded-account.ts';
import { writePrivate } from './embedded-folder.ts';

const LIMIT = 1024 * 1024;
const KEPT_LINES = 6; // after a cause come four about the end

/** The log of the server. Earlier output stays, because it may explain why somebody starts the server again. */
export interface ServerLog {
  /** Opens the log at its end for one more start. */
  open(): number;
  /** The last lines since it was opened. */
  lastLines(): string;
}

/** Renames a large log to `server.log.1`, and also one that is not plainly ours: we never write through a link. */
export function openServerLog(file: string, account?: Account): ServerLog {
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  const isOurs = found?.isFile() && found.nlink === 1 && found.size < LIMIT;
  if (found && !isOurs) fs.renameSync(file, `${file}.1`);
  if (!isOurs) writePrivate(account, file, '');
  let begin = 0;
  return {
    open() {
      const { O_WRONLY, O_APPEND, O_NOFOLLOW } = fs.constants;
      const log = fs.openSync(file, O_WRONLY | O_APPEND | O_NOFOLLOW);
      begin = fs.fstatSync(log).size;
      return log;
    },
    lastLines: () => lastLines(file, begin),
  };
}

/** The last lines of a log, as one line for a message. */
export function lastLines(file: string, begin = 0): string {
  if (!fs.existsSync(file)) return 'it has written no log';
  const text = fs.readFileSync(file).subarray(begin).toString();
  return text.trim().split('\n').slice(-KEPT_LINES).join(' | ');
}
