/** The headers of every answer. Pages replace the content security policy. */
export function securityHeaders(isSecure: boolean): [name: string, value: string][] {
  return [
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    // with no-referrer forms sent without JavaScript would carry 'Origin: null'
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ...(isSecure ? ([['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] as [string, string][]) : []),
  ];
}

/** For a page whose address holds a token. Not `no-referrer`, for the reason above. */
export const KEY_IN_ADDRESS = { 'Referrer-Policy': 'same-origin' };
