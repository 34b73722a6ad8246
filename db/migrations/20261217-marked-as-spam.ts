import { Migration } from '@mikro-orm/migrations';
import { withShortLocks } from './short-locks.ts';

const LOG = 'alter table activities';

/** Lets staff mark an enquiry as spam. */
export class MarkedAsSpam extends Migration {
  override name = '20261217-marked-as-spam';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // What is there already is looked through apart, while others write.
    this.addSql(
      withShortLocks(`${LOG} drop constraint if exists activities_act_check;
  ${LOG} add constraint activities_act_check check (act in ('read', 'answered', 'reopened', 'note', 'reply', 'spam', 'not-spam', 'trashed', 'restored', 'undone')) not valid;`),
    );
    this.addSql(`${LOG} validate constraint activities_act_check;`);
  }
}
