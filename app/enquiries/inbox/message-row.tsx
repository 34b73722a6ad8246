import type { MouseEvent } from 'react';
import { EnvelopeIcon } from '@heroicons/react/24/outline';
import { duration } from '../reminders/answer-clock.ts';
import { inSentence, partLabels, partText } from '../receive/enquiry-parts.ts';
import { EmailLink } from '../conversation/email-link.tsx';
import { AnswerState } from '../conversation/answer-state.tsx';
import type { RowAction } from '../actions.ts';
import type { MessageRow as Row } from './inbox.ts';
import { RowActions } from './row-actions.tsx';

interface MessageRowProps {
  row: Row;
  /** Null if there is nothing left to do here. */
  act: RowAction | null;
  now: number;
  /** The inbox's query, so that opening a message keeps both tables where they are. */
  search: string;
  isOpen: boolean;
}

const second = 'text-muted text-[0.8125rem]';
const wideOnly = 'sr-only @4xl:not-sr-only @4xl:table-cell @4xl:px-2!';

/** A click anywhere on a row opens its message, but not on links, buttons and selected text. */
function openRow({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if ((target as Element).closest('a, button, label') || String(getSelection())) return;
  currentTarget.querySelector<HTMLButtonElement>('.opens')!.click();
}

/** Two lines on a narrow page, a table row of two lines on a wide one. */
export function MessageRow({ row, act, now, search, isOpen }: MessageRowProps) {
  const { id, name, email, company, subject, words, isRead, received, receivedAt, reference, spamReason } = row;
  const isSpam = row.folder === 'spam' && spamReason;
  const of = `message from ${name}: ${subject}`;
  return (
    <tr
      className="inbox-row"
      onClick={openRow}
      data-unread={isRead ? undefined : ''}
      aria-current={isOpen || undefined}
    >
      <td className="choice row-[1/3] self-center @4xl:pl-4">
        <label className="-m-2 block p-2">
          <span className="sr-only">{`Select ${of}`}</span>
          <input type="checkbox" name="message" value={id} className="control-choice mt-0! align-middle" />
        </label>
      </td>
      <td className="flex items-baseline gap-2 [grid-area:1/2/2/4] @lg:col-end-3 @4xl:table-cell [&>*]:max-w-full [&>:nth-child(2)]:flex-[1_1_0]">
        <span className="flex min-w-0 items-center gap-1.5">
          <span className={`truncate ${isRead ? 'font-medium' : 'font-bold'}`} title={name}>
            {name}
          </span>
          {company ? (
            <EmailLink email={email} className="-my-1 flex-none p-1 @max-4xl:hidden">
              <EnvelopeIcon aria-hidden className="size-4" />
              <span className="sr-only">{email}</span>
            </EmailLink>
          ) : null}
        </span>
        {company ? (
          <span className={`block truncate ${second}`} title={company}>
            {company}
          </span>
        ) : (
          <EmailLink email={email} className={`block truncate ${second} @max-4xl:hidden`} />
        )}
      </td>
      <td className="min-w-0 [grid-area:2/2/3/3]">
        <span className="block truncate" title={subject}>
          {isRead ? null : (
            <span className="bg-accent text-on-accent mr-1.5 inline-block rounded-sm px-1 text-[0.6875rem] leading-4 font-bold">
              New
            </span>
          )}
          <span className={isRead ? '' : 'font-semibold'}>{subject}</span>
          <span className={`ml-1.5 @4xl:hidden ${second}`} aria-hidden>
            {spamReason ?? words}
          </span>
        </span>
        <span className={`flex gap-2 ${second} @max-4xl:sr-only`}>
          <span className="flex-none tabular-nums">{reference}</span>
          <span className={`min-w-0 ${isSpam ? 'line-clamp-2' : 'truncate'}`}>
            {isSpam ? `${spamReason} ${words}` : words}
          </span>
        </span>
      </td>
      <td className={wideOnly}>
        <span className="sr-only @4xl:hidden">{`${inSentence(partLabels.serviceType)}: `}</span>
        {partText(row, 'serviceType')}
      </td>
      <td className={wideOnly}>
        <span className="sr-only @4xl:hidden">{`${inSentence(partLabels.preferredContact)}: `}</span>
        {partText(row, 'preferredContact')}
      </td>
      <td className="contents @4xl:table-cell">
        <span className={`text-right tabular-nums [grid-area:1/3] @max-lg:hidden @4xl:hidden ${second}`} aria-hidden>
          {reference}
        </span>
        <time
          dateTime={receivedAt}
          title={received}
          className="text-right whitespace-nowrap [grid-area:1/4] @max-4xl:text-[0.8125rem]"
        >
          <span className={`${second} @4xl:hidden`} aria-hidden>
            {duration(now - Date.parse(receivedAt), Math.floor)}
          </span>
          <span className="@max-4xl:sr-only">{received}</span>
        </time>
        <AnswerState
          of={row}
          now={now}
          className="block max-w-52 truncate text-right text-[0.8125rem] font-semibold [grid-area:2/3/3/5] @4xl:text-left"
        />
      </td>
      <td className="flex items-center gap-1 [grid-area:1/5/3/6] @max-[26rem]:-my-[0.4rem] @max-[26rem]:flex-col @max-[26rem]:justify-center @max-[26rem]:gap-0 @4xl:table-cell @4xl:pr-3">
        <RowActions id={id} act={act} of={of} search={search} />
      </td>
    </tr>
  );
}
