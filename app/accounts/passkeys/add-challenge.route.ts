import type { ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { parseForm, tryAgainIn } from '../../forms/action.server.ts';
import { confirmPassword } from '../passwords/own-password.server.ts';
import { requireRole } from '../guards.server.ts';
import { LIMIT_SECONDS } from '../sign-in/sign-in.server.ts';
import { TOO_MANY_ATTEMPTS } from '../staff.schema.ts';
import { beginPasskey } from './passkeys.server.ts';
import { addSchema, MOST_PASSKEYS } from './passkey.schema.ts';
import { refuse, requireRelyingParty } from './relying-party.server.ts';

const ENOUGH = `You have ${MOST_PASSKEYS} passkeys. Please remove one that you no longer use first.`;

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseForm(context, request, addSchema);
  const party = requireRelyingParty(context);
  if (!form.ok) return refuse(400, { errors: form.reply.data.result?.error ?? {} });
  const { name, password } = form.value;
  const em = entityManager(context);
  const [errors, status, headers] = (await confirmPassword(em, context, staff, password)) ?? [];
  if (errors) return refuse(status!, { errors }, headers);
  const options = await beginPasskey(em, party, staff, { name, companyName: context.companyName });
  if (options === 'enough') return refuse(409, { problem: ENOUGH });
  if (options === 'limited') return refuse(429, { problem: TOO_MANY_ATTEMPTS }, tryAgainIn(LIMIT_SECONDS));
  return Response.json({ options });
}

export { refuseStaffPage as loader } from '../guards.server.ts';
