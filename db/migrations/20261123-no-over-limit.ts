import { Migration } from '@mikro-orm/migrations';

/** Nothing is stored before its limit is looked at any more, so nothing has to be undone. */
export class NoOverLimit extends Migration {
  override name = '20261123-no-over-limit';

  override up(): void {
    this.addSql('drop function refuse_over_limit();');
  }
}
