import { Migration } from '@mikro-orm/migrations';
import { indexInUse, withShortLocks } from './short-locks.ts';

const TABLES = ['notifications', 'replies', 'acknowledgements', 'reminders', 'staff_mails'];
const LOG = 'alter table activities';

/** When a mail could not be delivered, so that staff are told of it, and undo among what happened to an enquiry. */
export class FailedMails extends Migration {
  override name = '20261214-failed-mails';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const table of TABLES) {
      this.addSql(withShortLocks(`alter table ${table} add column if not exists failed_at timestamptz(3) null;`));
    }
    // The two of which there may be very many.
    for (const table of ['notifications', 'replies']) {
      const of = `${table} (failed_at) where failed_at is not null`;
      for (const sql of indexInUse(`${table}_failed`, 'index', of)) this.addSql(sql);
    }
    // What is there already is looked through apart, while others write.
    this.addSql(
      withShortLocks(`${LOG} drop constraint if exists activities_act_check;
  ${LOG} add constraint activities_act_check check (act in ('read', 'answered', 'reopened', 'note', 'reply', 'not-spam', 'trashed', 'restored', 'undone')) not valid;`),
    );
    this.addSql(`${LOG} validate constraint activities_act_check;`);
  }
}
