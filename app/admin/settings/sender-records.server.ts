import dns from 'node:dns/promises';
import { perApp, type App } from '#db/app.ts';
import { splitAddresses } from '../../enquiries/inbound/reply-address.server.ts';

/** What receivers find out about the sender's domain. `unknown` could not be found out from here, and is no fault. */
export interface SenderRecord {
  name: 'SPF' | 'DKIM' | 'DMARC';
  state: 'well' | 'fault' | 'unknown';
  text: string;
  record?: string;
}

const LIMIT_MS = 3000;
const HOLDS_MS = 30_000; // the page loads itself again while it waits for a mail
const NOT_THERE = ['ENOTFOUND', 'ENODATA'];
/** A domain's key names cannot be listed. Postmark uses pm, Google google, Microsoft selector1 and selector2. */
const SELECTORS = ['pm', 'default', 'google', 'selector1', 'selector2', 'k1', 'mail', 'dkim'];
const NOT_ASKED = { state: 'unknown', text: 'Could not be asked just now. That is no fault of the domain.' } as const;

const findKept = perApp('sender records', () => ({ until: 0, answer: Promise.resolve<SenderRecord[]>([]) }));

export const senderDomain = ({ env }: App): string | null =>
  splitAddresses(env.MAIL_FROM ?? '')
    .at(-1) // a name in front may have commas
    ?.split('@')[1]
    ?.toLowerCase() ?? null;

/** Answers within 3 seconds, and from memory for half a minute. */
export function senderRecords(app: App, domain: string): Promise<SenderRecord[]> {
  const kept = findKept(app);
  if (performance.now() >= kept.until)
    Object.assign(kept, { until: performance.now() + HOLDS_MS, answer: readRecords(domain) });
  return kept.answer;
}

export const readRecords = (domain: string): Promise<SenderRecord[]> =>
  Promise.all([readSpf(domain), readDkim(domain), readDmarc(domain)]);

/** @returns null if the name server could not be asked */
async function ask(name: string): Promise<string[] | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, LIMIT_MS, null)));
  const asked = dns.resolveTxt(name).then(
    (records) => records.map((parts) => parts.join('')),
    ({ code }: NodeJS.ErrnoException) => (NOT_THERE.includes(code ?? '') ? [] : null),
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

const others: Record<string, string> = {
  '-': 'Mails from any other server are to be refused.',
  '~': 'Mails from any other server are to be doubted.',
  '?': 'It says nothing about other servers.',
};

async function readSpf(domain: string): Promise<SenderRecord> {
  const found = (await ask(domain))?.filter((text) => /^v=spf1( |$)/i.test(text));
  const is = (state: SenderRecord['state'], text: string) => ({
    name: 'SPF' as const,
    state,
    text,
    record: found?.[0],
  });
  if (!found) return { name: 'SPF', ...NOT_ASKED };
  if (!found[0]) return is('fault', 'There is none: receivers cannot tell which servers may send for the domain.');
  if (found.length > 1)
    return is('fault', `There are ${found.length}, and receivers then heed none of them: make them one.`);
  const all = /(?:^| )([-~?+]?)all( |$)/i.exec(found[0]);
  if (all && !others[all[1]!]) return is('fault', 'It lets every server in the world send for the domain (+all).');
  const rest = all ? others[all[1]!]! : /redirect=/i.test(found[0]) ? 'It follows another domain.' : others['?']!;
  return is('well', `It names the servers that may send for the domain. ${rest}`);
}

async function readDkim(domain: string): Promise<SenderRecord> {
  const asked = await Promise.all(
    SELECTORS.map(async (selector) => ({ selector, texts: await ask(`${selector}._domainkey.${domain}`) })),
  );
  const found = asked.filter(({ texts }) => texts?.some((text) => /(^|;)\s*p=\s*[^;\s]/i.test(text)));
  const names = found.map(({ selector }) => selector).join(', ');
  if (names) return { name: 'DKIM', state: 'well', text: `There is a key to check signatures with, named ${names}.` };
  if (asked.some(({ texts }) => !texts)) return { name: 'DKIM', ...NOT_ASKED };
  const text = 'None of the usual names was found; your mail service tells the right one.';
  return { name: 'DKIM', state: 'unknown', text };
}

const policies: Record<string, string> = {
  none: 'are to be delivered all the same, and only reported',
  quarantine: 'are to go to the spam folder',
  reject: 'are to be refused',
};

/** Without a record the one of the domain above counts. */
async function readDmarc(domain: string): Promise<SenderRecord> {
  const labels = domain.split('.');
  const domains = labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'));
  const asked = await Promise.all(domains.map((each) => ask(`_dmarc.${each}`)));
  for (const [n, texts] of asked.entries()) {
    if (!texts) return { name: 'DMARC', ...NOT_ASKED };
    const [record, ...more] = texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (!record || more.length) continue; // with several none counts
    const valueOf = (tag: string) => new RegExp(`;\\s*${tag}\\s*=\\s*(\\w+)`, 'i').exec(record)?.[1]?.toLowerCase();
    const policy = policies[(n > 0 && valueOf('sp')) || (valueOf('p') ?? '')] ?? policies.none!;
    return { name: 'DMARC', state: 'well', text: `Mails that only pretend to be yours ${policy}.`, record };
  }
  const text = 'There is none: receivers decide by themselves about mails that only pretend to be yours.';
  return { name: 'DMARC', state: 'fault', text };
}
