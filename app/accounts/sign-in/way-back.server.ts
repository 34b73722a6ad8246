import { redirect, type AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import { entityManager } from '#db/orm.ts';
import { receiveFile } from '../../forms/action.server.ts';
import { requireOwnOrigin } from '../../forms/form.server.ts';
import { ownPath } from '../../http/addresses.server.ts';
import { clientAddress, setCookie, signedCookie } from '../../http/context.server.ts';
import { FORM_BYTES, isCleanPath } from '../../http/front-guard.server.ts';
import { paths } from '../../paths.ts';
import { z } from '../../schemas/zod.ts';
import { readCookieAccount } from '../sessions/session-cookie.server.ts';
import { KEPT_SECONDS, keepForm, takeKeptForms } from './kept-forms.server.ts';

// The page where a session ended is in a signed cookie, not in the address of the login page: the specification wants
// exactly /admin/login, and keys of kept forms must not be in addresses. The cookie names its account, so that another
// account on the device does not get there.

const MOST_KEPT = 3;
const PAGE_MAX = 1000; // characters; the cookie has to fit into 4 KiB

const findCookie = signedCookie('way-back', 12 * 3600); // a working day

const schema = z.object({
  account: z.number(),
  /** Null after a sign-in has led back to it. */
  page: z.nullable(z.string()),
  /** Whether a form was sent after the session had ended. */
  wasSent: z.boolean(),
  /** The keys of forms that the server keeps. */
  kept: z.array(z.string()),
});

async function readWayBack(app: App, request: Request): Promise<z.infer<typeof schema> | null> {
  const parsed = schema.safeParse(await findCookie(app).parse(request.headers.get('cookie')));
  return parsed.success ? parsed.data : null;
}

/** Redirects to the login page. After an ended session it remembers the page, and keeps the form that was sent. */
export async function redirectToLogin(context: AppLoadContext, request: Request): Promise<Response> {
  const account = await readCookieAccount(context.app, request);
  if (account === null || isPrefetch(request)) return redirect(paths.admin.login, 302);
  const wasSent = request.method === 'POST';
  if (wasSent) requireOwnOrigin(context, request);
  const page = findPage(context.app, request);
  const key = wasSent ? await keepTyped(context, request, account, page) : null;
  const before = await readWayBack(context.app, request);
  const others = before?.account === account ? before.kept : [];
  const kept = [...(key ? [key] : []), ...others].slice(0, MOST_KEPT);
  return redirect(paths.admin.login, {
    status: wasSent ? 303 : 302,
    headers: { 'Set-Cookie': await findCookie(context.app).serialize({ account, page, wasSent, kept }) },
  });
}

async function keepTyped(context: AppLoadContext, request: Request, accountId: number, page: string | null) {
  if (page === null) return null;
  const { pathname, search } = new URL(request.url);
  const maxBytes = context.bodyLimit?.bytes ?? FORM_BYTES;
  const { form, hasFile } = await receiveFile(context, request, maxBytes, 0).catch((error: unknown) => {
    if (error instanceof Error) throw error;
    return { form: null, hasFile: false }; // not a form, or too long
  });
  const from = { accountId, page, address: clientAddress(context) };
  return form && keepForm(entityManager(context), from, { action: pathname + search, hadFile: hasFile, form });
}

/** The page to lead back to: that of the form, or that which requested something other than a page. */
function findPage(app: App, request: Request): string | null {
  const { pathname, search } = new URL(request.url);
  const here = pathname + search;
  const from = ownPath(request.headers.get('referer'), app.env.appUrl, '');
  return (request.method === 'POST' ? [from, here] : [here, from]).find(isAdminPage) ?? null;
}

const NO_PAGE = /^\/admin\/(login|logout|session|messages\/since|invite|reset|forgot)\b|\/files\/|\.[^/.]*$/i;

function isAdminPage(address: string): boolean {
  if (!/^\/admin\/(?!\/)[!-~]*$/.test(address) || /\/\/|\\/.test(address) || address.length > PAGE_MAX) return false;
  const path = address.split('?', 1)[0]!;
  return isCleanPath(path) && !NO_PAGE.test(decodeURIComponent(path));
}

const isPrefetch = ({ headers }: Request) =>
  /prefetch/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '');

/** @returns null unless a session has ended */
export async function findEndedSession(app: App, request: Request) {
  const back = await readWayBack(app, request);
  return back && { wasSent: back.wasSent, isKept: back.kept.length > 0 };
}

/** @returns the page where the session ended, or the dashboard, with Set-Cookie lines besides those of the session */
export async function findWayBack(app: App, request: Request, accountId: number) {
  const back = await readWayBack(app, request);
  if (back?.account !== accountId) return { to: paths.admin.dashboard, cookies: [] };
  const { account, page, kept } = back;
  const rest = { account, page: null, wasSent: false, kept };
  return {
    to: page !== null && isAdminPage(page) ? page : paths.admin.dashboard,
    cookies: [kept.length ? await findCookie(app).serialize(rest, { maxAge: KEPT_SECONDS }) : await forgetWayBack(app)],
  };
}

export const forgetWayBack = (app: App): Promise<string> => findCookie(app).serialize('', { maxAge: 0 });

/** Gives an account the kept forms of this page, each once. */
export async function takeFormsOfPage(context: AppLoadContext, request: Request, accountId: number) {
  const back = request.method === 'GET' && !isPrefetch(request) ? await readWayBack(context.app, request) : null;
  if (back?.account !== accountId || !back.kept.length) return [];
  const { pathname, search } = new URL(request.url);
  const taken = await takeKeptForms(entityManager(context), { accountId, page: pathname + search }, back.kept);
  if (taken.length) {
    const kept = back.kept.filter((key) => !taken.some((each) => each.key === key));
    const { app } = context;
    setCookie(context, kept.length ? await findCookie(app).serialize({ ...back, kept }) : await forgetWayBack(app));
  }
  return taken.map(({ form }) => form);
}
