import { paths } from '../../paths.ts';
import type { CameByMail } from './find-message.server.ts';
import { splitQuotes } from './quotes.ts';

const WORDS = 'block max-w-[62ch] wrap-anywhere whitespace-pre-wrap';
const LONG = 20_000; // characters that are shown at once

/** The words of a mail, what it quotes folded. Links and pictures of a mail stay text. */
export function MailText({ text }: { text: string }) {
  if (!text) return <span className="text-muted">The mail has no text.</span>;
  return splitQuotes(text).map(({ text, isQuote }, n) => (
    <div key={n} className="grid gap-1">
      {isQuote ? null : <span className={WORDS}>{text.slice(0, LONG)}</span>}
      {isQuote || text.length > LONG ? (
        <details>
          <summary className="text-link w-fit cursor-pointer text-sm">
            {isQuote ? 'Quoted text' : 'The rest of it'}
          </summary>
          <span className={`${WORDS} text-muted border-border mt-1 border-l-2 pl-3`}>
            {isQuote ? text : text.slice(LONG)}
          </span>
        </details>
      ) : null}
    </div>
  ));
}

/** What else there is to say of a mail that came in. */
export function MailFacts({ of: { id, otherAddress, hasRaw, leftOut, mentions } }: { of: CameByMail }) {
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
      {hasRaw ? (
        <p className="text-sm">
          <a href={paths.admin.inboundMail(id)} download className="text-link underline">
            The mail as it came
          </a>
        </p>
      ) : null}
    </>
  );
}
