import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { requireOwnOrigin } from '../../forms/form.server.ts';
import { siteStatus } from '../site-status.server.ts';
import { paths } from '../../paths.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { startPreview } from './preview-access.server.ts';

/** 'See the site': preview access for this session. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  requireOwnOrigin(context, request);
  if (siteStatus(context.app).maintenanceMode) await startPreview(entityManager(context), staff);
  return redirect(paths.home, 303);
}

/** A sign-in leads back here if the session had ended when the button was pressed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'viewer');
  throw redirect(paths.admin.dashboard, 302);
}

/** Never shown, but failures need a page. */
export default () => null;
