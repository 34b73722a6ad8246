/** A whole address of a mail server. A `#` or `/` in a password would cut it off, unless it is percent-encoded. */
function readServerUrl(given: string): URL | null {
  try {
    const url = new URL(given);
    decodeURIComponent(url.username + url.password + url.pathname);
    return url.hostname && !url.search && !url.hash ? url : null;
  } catch {
    return null;
  }
}

export function isSmtpUrl(given: string): boolean {
  const { protocol = '', username, password, pathname = '' } = readServerUrl(given) ?? {};
  return /^smtps?:$/.test(protocol) && ['', '/'].includes(pathname) && Boolean(username) === Boolean(password);
}

/** Only on this machine may it do without a certificate. */
export function isImapUrl(given: string): boolean {
  const { protocol, hostname = '', username, password } = readServerUrl(given) ?? {};
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'imaps:' || (protocol === 'imap:' && isHere)) && Boolean(username && password);
}

export function isOrigin(given: string): boolean {
  const { protocol = '', href, origin } = URL.parse(given) ?? {};
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}
