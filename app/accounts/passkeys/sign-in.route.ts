import type { ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { parseForm, tryAgainIn } from '../../forms/action.server.ts';
import { LIMIT_SECONDS } from '../sign-in/sign-in.server.ts';
import { TOO_MANY_ATTEMPTS } from '../staff.schema.ts';
import { credentialSchema, NOT_ACCEPTED } from './passkey.schema.ts';
import { signInWithPasskey } from './passkey-sign-in.server.ts';
import { refuse, requireRelyingParty } from './relying-party.server.ts';

/** Signs in with a passkey and says where to go. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(context, request, credentialSchema);
  const party = requireRelyingParty(context);
  if (!form.ok) return refuse(400, { problem: NOT_ACCEPTED });
  const { credential } = form.value;
  const signIn = await signInWithPasskey(entityManager(context), context, request, party, credential);
  if (signIn.outcome === 'limited') return refuse(429, { problem: TOO_MANY_ATTEMPTS }, tryAgainIn(LIMIT_SECONDS));
  if (signIn.outcome === 'refused') return refuse(401, { problem: NOT_ACCEPTED });
  const headers = signIn.cookies.map((line): [string, string] => ['Set-Cookie', line]);
  return Response.json({ to: signIn.to }, { headers });
}

export { refusePage as loader } from '../guards.server.ts';
