import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** The mails before one that came in, so that an answer to it names the whole thread. */
export class ThreadIds extends Migration {
  override name = '20270101-thread-ids';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql('alter table inbound_mails add column thread_ids text[];');
  }
}
