/** Keeps whether the sidebar is wide (`true`) or collapsed to its icons (`false`). */
const NAME = 'sidebar:state';
const SECONDS = 604_800; // 7 days

/** Whether the sidebar is wide by a Cookie header; it is until somebody collapses it. */
export function isSidebarWide(cookieHeader: string | null): boolean {
  return !/(?:^|;\s*)sidebar:state=false(?:;|$)/.test(cookieHeader ?? '');
}

/**
 * The cookie's line, for `Set-Cookie` and `document.cookie` alike.
 * @param isSecure whether the site is at an https address
 */
export const sidebarCookie = (isWide: boolean, isSecure: boolean): string =>
  `${NAME}=${isWide}; Path=/; Max-Age=${SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
