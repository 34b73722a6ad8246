import type { MouseEvent } from 'react';
import {
  ArrowUturnLeftIcon,
  CheckIcon,
  EnvelopeIcon,
  EnvelopeOpenIcon,
  EyeIcon,
  InboxArrowDownIcon,
} from '@heroicons/react/24/outline';
import { inSentence, partLabels, partText } from '../receive/enquiry-parts.ts';
import { EmailLink } from '../conversation/email-link.tsx';
import { AnswerState } from '../conversation/answer-state.tsx';
import { paths } from '../../paths.ts';
import { useFocusWhenGone } from '../../ui/use-focus-when-gone.ts';
import { actionWords, type RowAction } from '../actions.ts';
import type { MessageRow as Row } from './inbox.ts';

interface MessageRowProps {
  row: Row;
  /** The button of the row; null without one. */
  act: RowAction | null;
  now: number;
  /** The inbox's query, so that opening a message keeps both tables where they are. */
  search: string;
  isOpen: boolean;
  isTicked: boolean;
  isUnsaved: boolean;
}

const second = 'text-muted text-[0.8125rem]';
const wideOnly = 'sr-only @4xl:not-sr-only @4xl:table-cell @4xl:px-2!';

function openRow({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if ((target as Element).closest('a, button, label') || String(getSelection())) return;
  currentTarget.querySelector<HTMLButtonElement>('.opens')!.click();
}

/** Has three lines on a narrow page, and two on a wide one, where it is a table row. */
export function MessageRow({ row, act, now, search, isOpen, isTicked, isUnsaved }: MessageRowProps) {
  const { id, name, email, company, subject, words, isRead, received, receivedAt, reference, spamReason, owner } = row;
  const glance = row.folder === 'spam' && spamReason ? `${spamReason.replace(/\.$/, '')}. ${words}` : words;
  const of = `message from ${name}: ${subject}`;
  return (
    <tr
      className="inbox-row aria-busy:opacity-60 aria-busy:transition-opacity aria-busy:delay-200"
      onClick={openRow}
      aria-current={isOpen || undefined}
      aria-busy={isUnsaved}
    >
      <td className="choice row-[1/4] self-center @4xl:pl-4">
        <label className="-m-2 block p-2">
          <span className="sr-only">{`Select ${of}`}</span>
          <input
            type="checkbox"
            name="message"
            value={id}
            defaultChecked={isTicked}
            className="control-choice mt-0! align-middle"
          />
        </label>
      </td>
      <td className="flex min-w-0 items-baseline gap-2 [grid-area:1/2] @4xl:table-cell">
        <span className="flex max-w-[75%] min-w-0 flex-none items-center gap-1.5 @4xl:max-w-full">
          <span dir="auto" className={`truncate ${isRead ? 'font-medium' : 'font-bold'}`} title={name}>
            {name}
          </span>
          {company && email ? (
            <EmailLink email={email} className="-my-1 flex-none p-1 @max-4xl:hidden">
              <EnvelopeIcon aria-hidden className="size-4" />
              <span className="sr-only">{email}</span>
            </EmailLink>
          ) : null}
        </span>
        {company ? (
          <span dir="auto" className={`block min-w-0 truncate ${second}`} title={company}>
            {company}
          </span>
        ) : email ? (
          <EmailLink email={email} className={`-my-1 block truncate py-1 ${second} @max-4xl:hidden`} />
        ) : null}
      </td>
      <td className="contents @4xl:table-cell">
        <span dir="auto" className="block min-w-0 truncate [grid-area:2/2]" title={subject}>
          {isRead ? null : (
            <bdi className="bg-accent text-on-accent inline-block rounded-sm px-1 text-[0.6875rem] leading-4 font-bold">
              New
            </bdi>
          )}
          <span className={isRead ? '' : 'ms-1.5'}>{subject}</span>
        </span>
        <span className={`flex min-w-0 gap-2 [grid-area:3/2] ${second}`}>
          <span className="flex-none tabular-nums @max-lg:sr-only">{reference}</span>
          {owner ? (
            <span className="text-text max-w-[40%] flex-none truncate font-medium" title={owner}>
              <span className="sr-only">Owner: </span>
              {owner}
            </span>
          ) : null}
          <span dir="auto" className="min-w-0 truncate" title={glance}>
            {glance}
          </span>
        </span>
      </td>
      {(['serviceType', 'preferredContact'] as const).map((part) => (
        <td key={part} className={wideOnly}>
          <span className="sr-only @4xl:hidden">{`${inSentence(partLabels[part])}: `}</span>
          <Part of={row} part={part} />
        </td>
      ))}
      <td className="text-right text-[0.8125rem] [grid-area:1/3] @4xl:table-cell @4xl:text-left">
        <time dateTime={receivedAt} className="whitespace-nowrap @max-4xl:sr-only @4xl:text-sm">
          {received}
        </time>
        <AnswerState of={row} now={now} className="block truncate font-semibold @max-4xl:sr-only" />
        <AnswerState of={row} now={now} isShort className="font-semibold whitespace-nowrap @4xl:hidden" />
      </td>
      <td className="flex items-center justify-end gap-1 [grid-area:2/3/4/4] @4xl:table-cell @4xl:pr-3">
        <RowActions id={id} act={act} of={of} search={search} />
      </td>
    </tr>
  );
}

/** Shows a dash for what the visitor did not choose; screen readers read the text. */
function Part({ of, part }: { of: Row; part: 'serviceType' | 'preferredContact' }) {
  const text = partText(of, part);
  if (of[part]) return text;
  return (
    <>
      <span aria-hidden className="text-muted">
        –
      </span>
      <span className="sr-only">{text}</span>
    </>
  );
}

const icons: Record<RowAction, typeof EyeIcon> = {
  read: EnvelopeOpenIcon,
  unread: EnvelopeIcon,
  answer: CheckIcon,
  reopen: ArrowUturnLeftIcon,
  back: ArrowUturnLeftIcon,
  'not-spam': InboxArrowDownIcon,
  restore: ArrowUturnLeftIcon,
};

type RowActionsProps = Pick<MessageRowProps, 'act' | 'search'> & { id: number; of: string };

function RowActions({ id, act, of, search }: RowActionsProps) {
  const Icon = act && icons[act];
  const view = useFocusWhenGone<HTMLButtonElement>(act);
  return (
    <span className="contents @4xl:flex @4xl:gap-1">
      <button
        ref={view}
        type="submit"
        id={`view-${id}`}
        className="row-action opens"
        name="intent"
        value="view"
        formAction={paths.admin.message(id) + search}
        title="View"
      >
        <EyeIcon aria-hidden className="size-4.5" />
        <span className="sr-only">{`View ${of}`}</span>
      </button>
      {Icon ? (
        <button type="submit" className="row-action" name="intent" value={`${act} ${id}`} title={actionWords[act].row}>
          <Icon aria-hidden className="size-4.5" />
          <span className="sr-only">{`${actionWords[act].row} ${of}`}</span>
        </button>
      ) : null}
    </span>
  );
}
