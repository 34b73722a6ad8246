import { Link } from '@remix-run/react';
import type { Folder } from '#db/entities/message.ts';
import { paths } from '../../paths.ts';
import { AnswerState } from '../conversation/answer-state.tsx';
import { breakable } from '../../ui/breakable.tsx';
import { amount, type StoredItem } from './data-subject.ts';
import type { Person } from './data-subject.server.ts';

const folderNames: Record<Folder, string> = { inbox: 'Inbox', spam: 'Suspected spam', trash: 'Trash' };

const count = (stored: StoredItem[], ...kinds: StoredItem['what'][]) =>
  stored.filter(({ what }) => kinds.includes(what)).length;

export function Elsewhere({ elsewhere: mails, theirs, inNone }: Person) {
  if (!mails.length) return null;
  return (
    <div className="card px-4 py-3">
      {theirs ? <p>{`${amount(theirs, 'mail', 'mails')} of this address in the enquiries of other people.`}</p> : null}
      {inNone ? <p>{`${amount(inNone, 'mail', 'mails')} of this address in no enquiry.`}</p> : null}
      {mails.length < theirs + inNone ? <p>The newest are here, and all in the export.</p> : null}
      <StoredList items={mails} />
    </div>
  );
}

export function Enquiries({ rows, now }: Person) {
  return (
    <ul className="card divide-border divide-y">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-1 px-4 py-3">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <Link to={paths.admin.message(row.id)} className="text-link py-0.5 font-semibold tabular-nums underline">
              {row.reference}
            </Link>
            <span className="min-w-0 font-semibold wrap-anywhere">{row.subject}</span>
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm">
            <time dateTime={row.receivedAt}>{row.received}</time>
            <span>{folderNames[row.folder as Folder]}</span>
            {row.folder === 'trash' ? null : <AnswerState of={row} now={now} className="font-semibold" />}
          </span>
          <details className="text-sm">
            <summary className="text-muted w-fit cursor-pointer py-1">
              {[
                amount(count(row.stored, 'Notification'), 'notification', 'notifications'),
                amount(count(row.stored, 'Reply'), 'reply', 'replies'),
                amount(count(row.stored, 'Note', 'Call', 'Visit'), 'note', 'notes'),
                ...(count(row.stored, 'File') ? [amount(count(row.stored, 'File'), 'file', 'files')] : []),
              ].join(' · ')}
            </summary>
            <StoredList items={row.stored} />
          </details>
        </li>
      ))}
    </ul>
  );
}

const StoredList = ({ items }: { items: StoredItem[] }) => (
  <ul className="border-border my-2 grid gap-3 border-l-2 pl-4">
    {items.map((item, n) => (
      <li key={n}>
        <strong>{item.what}</strong>
        <span className="text-muted">{[item.who, item.state, item.at].map((fact) => fact && ` · ${fact}`)}</span>
        {item.messageId ? (
          <Link to={paths.admin.message(item.messageId)} className="text-link ml-3 py-1 tabular-nums underline">
            {item.reference}
          </Link>
        ) : null}
        {item.text ? <p className="wrap-anywhere whitespace-pre-line">{breakable(item.text)}</p> : null}
      </li>
    ))}
  </ul>
);
