import type { ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { parseForm, tryAgainIn } from '../../forms/action.server.ts';
import { successToast } from '../../forms/toasts/toast.ts';
import { requireRole } from '../guards.server.ts';
import { confirmPassword } from '../passwords/own-password.server.ts';
import { LIMIT_SECONDS } from '../sign-in/sign-in.server.ts';
import { TOO_MANY_ATTEMPTS } from '../staff.schema.ts';
import { addPasskey, beginPasskey } from './passkeys.server.ts';
import { addSchema, MOST_PASSKEYS, NOT_ADDED } from './passkey.schema.ts';
import { refuse, requireRelyingParty } from './relying-party.server.ts';

const ENOUGH = `You have ${MOST_PASSKEYS} passkeys. Please remove one that you no longer use first.`;

/** Takes two requests: one for the options that the browser needs, one with the passkey that it has made. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseForm(context, request, addSchema);
  const party = requireRelyingParty(context);
  if (!form.ok) {
    const errors = form.reply.data.result?.error ?? {};
    return refuse(400, errors.name || errors.password ? { errors } : { problem: NOT_ADDED });
  }
  const em = entityManager(context);
  if (form.value.intent === 'begin') {
    const { name, password } = form.value;
    const [errors, status, headers] = (await confirmPassword(em, context, staff, password)) ?? [];
    if (errors) return refuse(status!, { errors }, headers);
    const options = await beginPasskey(em, party, staff, { name, companyName: context.companyName });
    if (options === 'enough') return refuse(409, { problem: ENOUGH });
    if (options === 'limited') return refuse(429, { problem: TOO_MANY_ATTEMPTS }, tryAgainIn(LIMIT_SECONDS));
    return Response.json({ options });
  }
  if (!(await addPasskey(em, party, staff, form.value.credential))) return refuse(400, { problem: NOT_ADDED });
  return Response.json({ notice: successToast('Passkey added') });
}

export { refuseStaffPage as loader } from '../guards.server.ts';
