/* eslint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari forgets that a td laid out as a block is a cell */
import { preferredContactLabel, serviceTypeLabel } from '../contact/enquiry-options.ts';
import { paths } from '../paths.ts';
import { EmailLink } from './email-link.tsx';
import type { MessageRow as Row } from './inbox.ts';

interface MessageRowProps {
  row: Row;
  /** The query of the inbox as it stands, so that opening a message keeps the pages of both tables. */
  search: string;
}

// A card on a narrow page, a table row on a wide one.
const cell = 'col-start-2 @4xl:table-cell @4xl:px-3 @4xl:py-3 @4xl:align-top';
const hint = 'text-muted @4xl:hidden';
const action = 'btn btn-small btn-secondary';

/** One message of a table. */
export function MessageRow({ row, search }: MessageRowProps) {
  const { id, name, email, subject, isRead, received, receivedAt } = row;
  return (
    <tr
      role="row"
      className="border-border hover:bg-surface has-checked:bg-surface2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 border-b p-4 last:border-b-0 @4xl:table-row @4xl:p-0"
    >
      <td role="cell" className="row-span-6 @4xl:table-cell @4xl:py-3 @4xl:pl-4 @4xl:align-top">
        <label className="-m-2 block p-2">
          <span className="sr-only">{`Select message from ${name}: ${subject}`}</span>
          <input type="checkbox" name="message" value={id} autoComplete="off" className="control-choice" />
        </label>
      </td>
      <td role="cell" className={`${cell} min-w-0 @4xl:w-1/4`}>
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <EmailLink email={email} className="text-sm" />
      </td>
      <td role="cell" className={`${cell} min-w-0 wrap-anywhere @4xl:w-1/4`}>
        {isRead ? null : (
          <span className="bg-accent text-on-accent mr-2 inline-block rounded-sm px-1.5 text-xs leading-5 font-bold">
            New
          </span>
        )}
        <span className={isRead ? '' : 'font-semibold'}>{subject}</span>
      </td>
      <td role="cell" className={cell}>
        <span className={hint}>Service type: </span>
        {serviceTypeLabel(row.serviceType)}
      </td>
      <td role="cell" className={cell}>
        <span className={hint}>Preferred contact: </span>
        {preferredContactLabel(row.preferredContact)}
      </td>
      <td role="cell" className={`${cell} @4xl:whitespace-nowrap`}>
        <span className={hint}>Date: </span>
        <time dateTime={receivedAt}>{received}</time>
      </td>
      <td role="cell" className={`${cell} mt-1 @4xl:pr-4`}>
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
          <button
            type="submit"
            className={action}
            name="intent"
            value={`${isRead ? 'unread' : 'read'} ${id}`}
            title={isRead ? 'Mark as unread' : 'Mark as read'}
          >
            <span className="sr-only">Mark as </span>
            {isRead ? 'Unread' : 'Read'}
            <span className="sr-only">{` message from ${name}: ${subject}`}</span>
          </button>
        </span>
      </td>
    </tr>
  );
}
