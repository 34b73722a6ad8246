import { Migration } from '@mikro-orm/migrations';
import { indexInUse } from './short-locks.ts';

/** Finds the enquiries of an address, and what hangs on a reply, without keeping writers waiting for the indexes. */
export class People extends Migration {
  override name = '20261201-people';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const sql of [
      ...indexInUse('messages_email', 'index', 'messages (lower(email), created_at, id)'),
      ...indexInUse('message_events_reply', 'index', 'message_events (reply_id) where reply_id is not null'),
    ])
      this.addSql(sql);
    // What an expression comes to is known to the planner only from then on.
    this.addSql(`do $$ begin if exists (select from messages) then analyze messages; end if; end $$;`);
  }
}
