import { EMAIL_MAX } from './limits.ts';
import { z } from './zod.ts';

/** What a browser's `type=email` takes (HTML standard), with a dot in the domain. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/**
 * An address as it is stored: without the spaces and invisible characters that come along with what is pasted. A domain with
 * other letters becomes punycode.
 */
export function bareEmail(typed: string): string {
  const bare = typed.replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, '');
  const [, local, domain = ''] = /^([^@]+)@([^@/\\:?#\s]+)$/.exec(bare) ?? [];
  const host = /[^\u0000-\u007f]/.test(domain) ? URL.parse(`http://${domain}`)?.hostname : undefined;
  return host ? `${local}@${host}` : bare;
}

/** @param wrong what is said of a text that is no address */
export const emailSchema = (wrong: string) =>
  z.pipe(
    z.pipe(z.string({ error: wrong }), z.transform(bareEmail)),
    z.string().check(z.maxLength(EMAIL_MAX, wrong), z.regex(ADDRESS, wrong)),
  );
