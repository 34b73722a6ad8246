import type { ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { parseForm, tryAgainIn } from '../../forms/action.server.ts';
import { LIMIT_SECONDS } from '../sign-in/sign-in.server.ts';
import { TOO_MANY_ATTEMPTS } from '../staff.schema.ts';
import { NOT_ACCEPTED, signInSchema } from './passkey.schema.ts';
import { beginSignIn, signInWithPasskey } from './passkey-sign-in.server.ts';
import { refuse, requireRelyingParty } from './relying-party.server.ts';

/** Takes two requests: one for the options that the browser needs, one with the signature. Answers with an address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(context, request, signInSchema);
  const party = requireRelyingParty(context);
  if (!form.ok) return refuse(400, { problem: NOT_ACCEPTED });
  const em = entityManager(context);
  const tooMany = () => refuse(429, { problem: TOO_MANY_ATTEMPTS }, tryAgainIn(LIMIT_SECONDS));
  if (form.value.intent === 'begin') {
    const options = await beginSignIn(em, context, party);
    return options ? Response.json({ options }) : tooMany();
  }
  const signIn = await signInWithPasskey(em, context, request, party, form.value.credential);
  if (signIn.outcome === 'limited') return tooMany();
  if (signIn.outcome === 'refused') return refuse(401, { problem: NOT_ACCEPTED });
  const headers = signIn.cookies.map((line): [string, string] => ['Set-Cookie', line]);
  return Response.json({ to: signIn.to }, { headers });
}

export { refusePage as loader } from '../guards.server.ts';
