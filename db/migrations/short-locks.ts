// A statement that waits for the lock of a table keeps all waiting who come after it, visitors among them. So it gives up
// soon, and `migrate` tries again: a backup may read for as long as it likes.
const WAIT = '300ms';

/** The first statement of a migration in a transaction that locks a table which visitors write to. */
export const SHORT_LOCKS = `set local lock_timeout = '${WAIT}';`;

/** Statements that do, in a transaction of their own, for a migration without one. They may be run again. */
export const withShortLocks = (sql: string): string => `do $locks$ begin
  perform set_config('lock_timeout', '${WAIT}', true);
  ${sql}
end $locks$;`;

/**
 * Statements that make an index without keeping writers waiting. One that was broken off is there, but of no use: it is
 * made anew. They may be run again, outside a transaction.
 */
export const indexInUse = (name: string, kind: 'index' | 'unique index', of: string): [string, string] => [
  withShortLocks(`if exists (select from pg_index where indexrelid = to_regclass('${name}') and not indisvalid) then
    drop index ${name};
  end if;`),
  `create ${kind} concurrently if not exists ${name} on ${of};`,
];
