/** A `#` or `/` in a password would cut it off, unless it is percent-encoded. */
export function isSmtpUrl(given: string): boolean {
  try {
    const { protocol, hostname, username, password, pathname, search, hash } = new URL(given);
    decodeURIComponent(username + password);
    const isWhole = ['', '/'].includes(pathname) && !search && !hash;
    return /^smtps?:$/.test(protocol) && hostname !== '' && isWhole && Boolean(username) === Boolean(password);
  } catch {
    return false;
  }
}

/** Without a certificate on this machine alone. */
export function isImapUrl(given: string): boolean {
  try {
    const { protocol, hostname, username, password, pathname, search, hash } = new URL(given);
    decodeURIComponent(username + password + pathname);
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    const isSafe = protocol === 'imaps:' || (protocol === 'imap:' && isHere);
    return isSafe && hostname !== '' && Boolean(username && password) && !search && !hash;
  } catch {
    return false;
  }
}
