import type { ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { parseForm } from '../../forms/action.server.ts';
import { successToast } from '../../forms/toasts/toast.ts';
import { requireRole } from '../guards.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import { addPasskey } from './passkeys.server.ts';
import { credentialSchema, NOT_ADDED } from './passkey.schema.ts';
import { refuse, requireRelyingParty } from './relying-party.server.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseForm(context, request, credentialSchema);
  const party = requireRelyingParty(context);
  const isAdded = form.ok && (await addPasskey(entityManager(context), party, staff, form.value.credential));
  if (!isAdded) return refuse(400, { problem: NOT_ADDED });
  logSecurityEvent('authn_token_created', staff.accountId, context);
  return Response.json({ notice: successToast('Passkey added') });
}

export { refuseStaffPage as loader } from '../guards.server.ts';
