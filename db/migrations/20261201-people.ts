import { Migration } from '@mikro-orm/migrations';

/** Finds the enquiries of an address, and what hangs on a reply, without keeping writers waiting for the indexes. */
export class People extends Migration {
  override name = '20261201-people';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.index('messages_email', 'messages (lower(email), created_at, id)');
    this.index('message_events_reply', 'message_events (reply_id) where reply_id is not null');
    // What an expression comes to is known to the planner only from then on.
    this.addSql(`do $$ begin if exists (select from messages) then analyze messages; end if; end $$;`);
  }

  /** One that was broken off is there, but of no use: it is made anew. */
  private index(name: string, of: string): void {
    this.addSql(`drop index concurrently if exists ${name};`);
    this.addSql(`create index concurrently ${name} on ${of};`);
  }
}
