import { paths } from '../../paths.ts';
import { breakable } from '../../ui/breakable.tsx';
import type { CameByMail } from './find-message.server.ts';
import { splitQuotes } from './quotes.ts';

const WORDS = 'block max-w-[62ch] overflow-clip wrap-anywhere whitespace-pre-wrap';
export const NO_TEXT = 'The mail has no text.';
const LONG = 20_000; // characters that are shown at once

/** Shows the text of a mail. Links in it stay text, pictures are not loaded. */
export function MailText({ text }: { text: string }) {
  if (!text) return <span className="text-muted">{NO_TEXT}</span>;
  return splitQuotes(text).map(({ text, isQuote }, n) => (
    <div key={n} className="grid gap-1">
      {isQuote ? null : <bdi className={WORDS}>{breakable(text.slice(0, LONG))}</bdi>}
      {isQuote || text.length > LONG ? (
        <details>
          <summary className="text-link w-fit cursor-pointer py-0.5 text-sm">
            {isQuote ? 'Quoted text' : 'The rest of it'}
          </summary>
          <bdi className={`${WORDS} text-muted border-border mt-1 border-l-2 pl-3`}>
            {breakable(isQuote ? text : text.slice(LONG))}
          </bdi>
        </details>
      ) : null}
    </div>
  ));
}

export function MailFacts({ of: { id, isCut, otherAddress, hasRaw, leftOut, mentions } }: { of: CameByMail }) {
  const files = [
    ...(isCut ? [{ name: 'The whole text', href: paths.admin.inboundMail(id, 'txt') }] : []),
    ...(hasRaw ? [{ name: 'The mail as it came', href: paths.admin.inboundMail(id) }] : []),
  ];
  return (
    <>
      {otherAddress ? (
        <p className="text-accent-text text-sm font-semibold wrap-anywhere">
          {`From another address: ${otherAddress}. Replies still go to the client's own.`}
        </p>
      ) : null}
      {mentions ? <p className="text-muted text-sm">{`Mentions ${mentions}`}</p> : null}
      {leftOut.length ? (
        <p className="text-muted text-sm wrap-anywhere">{`Left out, as the form would: ${leftOut.join(', ')}`}</p>
      ) : null}
      {files.map(({ name, href }) => (
        <p key={name} className="text-sm">
          <a href={href} download className="text-link py-1 underline">
            {name}
          </a>
        </p>
      ))}
    </>
  );
}
