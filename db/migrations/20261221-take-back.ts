import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** Until when a reply can be taken back, and what it changed. */
export class TakeBack extends Migration {
  override name = '20261221-take-back';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql('alter table replies add column goes_at timestamptz(3) null, add column states jsonb null;');
  }
}
