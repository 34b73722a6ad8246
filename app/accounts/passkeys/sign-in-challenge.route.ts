import type { ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { requireOwnOrigin } from '../../forms/form.server.ts';
import { tryAgainIn } from '../../forms/action.server.ts';
import { LIMIT_SECONDS } from '../sign-in/sign-in.server.ts';
import { TOO_MANY_ATTEMPTS } from '../staff.schema.ts';
import { beginSignIn } from './passkey-sign-in.server.ts';
import { refuse, requireRelyingParty } from './relying-party.server.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  requireOwnOrigin(context, request);
  const party = requireRelyingParty(context);
  const options = await beginSignIn(entityManager(context), context, party);
  if (!options) return refuse(429, { problem: TOO_MANY_ATTEMPTS }, tryAgainIn(LIMIT_SECONDS));
  return Response.json({ options });
}

export { refusePage as loader } from '../guards.server.ts';
