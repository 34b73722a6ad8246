import { Migration } from '@mikro-orm/migrations';

/** Lets a statement that finds a limit used up end itself, and with it everything it was about to store. */
export class OverLimit extends Migration {
  override name = '20261121-over-limit';

  override up(): void {
    this.addSql(`create function refuse_over_limit() returns boolean language plpgsql as $$
begin
  raise exception 'over the limit' using errcode = 'RL429';
end $$;`);
  }
}
