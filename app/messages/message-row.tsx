import { inSentence, partLabels, partText } from '../contact/enquiry-parts.ts';
import { paths } from '../paths.ts';
import { EmailLink } from './email-link.tsx';
import { AnswerState } from './answer-state.tsx';
import { actWords, type Act } from './acts.ts';
import type { MessageRow as Row } from './inbox.ts';

interface MessageRowProps {
  row: Row;
  /** What its button does. */
  act: Act;
  /** When the page was read, in milliseconds since the epoch. */
  now: number;
  /** The query of the inbox as it stands, so that opening a message keeps the pages of both tables. */
  search: string;
}

// A card on a narrow page, a table row on a wide one.
const wide = '@4xl:table-cell @4xl:px-3 @4xl:py-3 @4xl:align-top';
const line = `block ${wide}`;
const part = `inline ${wide}`;
const hint = 'sr-only @4xl:hidden';
const dot = (
  <span aria-hidden className="text-muted @4xl:hidden">
    {' · '}
  </span>
);
const action = 'btn btn-small btn-secondary whitespace-nowrap';

/** One message of a table. */
export function MessageRow({ row, act, now, search }: MessageRowProps) {
  const { id, name, email, subject, isRead, received, receivedAt, reference, spamReason } = row;
  return (
    <tr
      className={`border-border hover:bg-surface has-checked:bg-surface2 relative block border-b py-3.5 pr-4 pl-12 last:border-b-0 @4xl:table-row @4xl:p-0 ${isRead ? '' : 'shadow-[inset_3px_0_0_var(--accent)]'}`}
    >
      <td className="absolute top-3.5 left-4 @4xl:static @4xl:table-cell @4xl:py-3 @4xl:pl-4 @4xl:align-top">
        <label className="-m-2 block p-2">
          <span className="sr-only">{`Select message from ${name}: ${subject}`}</span>
          <input type="checkbox" name="message" value={id} className="control-choice" />
        </label>
      </td>
      <td className={`${line} @4xl:w-1/4`}>
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <EmailLink email={email} className="text-sm" />
      </td>
      <td className={`${line} my-1 wrap-anywhere @4xl:w-1/4`}>
        {isRead ? null : (
          <span className="bg-accent text-on-accent mr-2 inline-block rounded-sm px-1.5 text-xs leading-5 font-bold">
            New
          </span>
        )}
        <span className={isRead ? '' : 'font-semibold'}>{subject}</span>
        <span className="text-muted block text-xs tabular-nums">{reference}</span>
        {row.folder === 'spam' && spamReason ? <span className="text-muted block">{spamReason}</span> : null}
      </td>
      <td className={part}>
        <span className={hint}>{`${inSentence(partLabels.serviceType)}: `}</span>
        {partText(row, 'serviceType')}
      </td>
      <td className={part}>
        {dot}
        <span className={hint}>{`${inSentence(partLabels.preferredContact)}: `}</span>
        {partText(row, 'preferredContact')}
      </td>
      <td className={`${part} @4xl:whitespace-nowrap`}>
        {dot}
        <span className={hint}>Date: </span>
        <time dateTime={receivedAt}>{received}</time>
        <AnswerState of={row} now={now} className="block font-semibold whitespace-normal" />
      </td>
      <td className={`${line} mt-2 @4xl:pr-4`}>
        <span className="flex flex-wrap gap-2 @4xl:flex-nowrap">
          <button
            type="submit"
            id={`view-${id}`}
            className={action}
            name="intent"
            value="view"
            formAction={paths.admin.message(id) + search}
          >
            View<span className="sr-only">{` message from ${name}: ${subject}`}</span>
          </button>
          <button type="submit" className={action} name="intent" value={`${act} ${id}`}>
            {actWords[act].row}
            <span className="sr-only">{` message from ${name}: ${subject}`}</span>
          </button>
        </span>
      </td>
    </tr>
  );
}
