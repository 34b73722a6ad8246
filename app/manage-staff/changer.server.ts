import type { AppLoadContext } from '@remix-run/node';
import { actorOf } from '../activity/activities.server.ts';
import type { Staff } from '../staff/staff.schema.ts';
import type { Changer } from './change-staff.server.ts';

/** The admin behind a request. */
export const changerOf = (context: AppLoadContext, { accountId, email }: Staff): Changer => ({
  ...actorOf(context, email),
  accountId,
});
