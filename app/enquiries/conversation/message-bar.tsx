import type { MouseEvent } from 'react';
import { Form } from '@remix-run/react';
import { ChevronLeftIcon, ChevronRightIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { actionWords, answeredOrNot, type Action } from '../actions.ts';
import type { MessageDetailsProps } from './message-details.tsx';
import { NOTE_FORM } from './note-form.tsx';
import { CallButton, REPLY_FORM } from './reply-form.tsx';

type MessageBarProps = Pick<MessageDetailsProps, 'message' | 'neighbours' | 'search' | 'action' | 'answer'>;

export function MessageBar({ message, neighbours, search, action, answer: last }: MessageBarProps) {
  const { folder } = message;
  const answer = answeredOrNot(message);
  const sends = { action, version: last?.stored?.version ?? message.version };
  return (
    <div className="letter-bar print:hidden">
      {folder === 'inbox' ? null : <ActionButton act={folder === 'spam' ? 'not-spam' : 'restore'} {...sends} isFirst />}
      {message.email ? (
        <>
          <ButtonLink
            href="#text"
            look={folder === 'inbox' ? 'primary' : 'secondary'}
            className="btn-small reply"
            data-key="r"
            onClick={focusField('text')}
          >
            Reply
          </ButtonLink>
          {/* replaces Reply as soon as something is typed */}
          <Button
            type="submit"
            form={REPLY_FORM}
            name="then"
            value="next"
            look="primary"
            className="btn-small send-and-next"
          >
            Send and next
          </Button>
        </>
      ) : (
        <CallButton phone={message.phone} look="primary" className="btn-small" />
      )}
      {folder === 'inbox' ? (
        <Button
          type="submit"
          form={NOTE_FORM}
          name="intent"
          value={answer}
          className="btn-small"
          data-key={answer === 'answer' ? 'e' : undefined}
        >
          {answer === 'answer' ? (
            <span className="max-sm:capitalize">
              <span className="max-sm:sr-only">Mark </span>answered
            </span>
          ) : (
            actionWords[answer].row
          )}
        </Button>
      ) : null}
      {folder === 'inbox' ? (
        <ButtonLink href="#until" className="btn-small" data-key="l" onClick={focusField('until')}>
          Later
        </ButtonLink>
      ) : null}
      {folder === 'trash' ? null : (
        <MoreMenu label="More actions" isUpwards>
          {folder === 'inbox' ? <ActionButton act="spam" {...sends} /> : null}
          <ActionButton act="trash" {...sends} />
        </MoreMenu>
      )}
      <div className="pager ml-auto flex gap-1">
        <NeighbourButton id={neighbours.previous} search={search} />
        <NeighbourButton id={neighbours.next} search={search} isNext />
      </div>
    </div>
  );
}

type ActionButtonProps = { act: Action; action: string; version: number; isFirst?: boolean };

function ActionButton({ act, action, version, isFirst }: ActionButtonProps) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="version" value={version} />
      <Button
        type="submit"
        look={isFirst ? 'primary' : 'quiet'}
        className={isFirst ? 'btn-small' : 'menu-item'}
        name="intent"
        value={act}
      >
        {actionWords[act].row}
      </Button>
    </Form>
  );
}

/** Opens the previous or next message by a POST, as View does in the row. At the ends its space stays empty. */
function NeighbourButton({ id, search, isNext }: { id: number | null; search: string; isNext?: boolean }) {
  if (id === null) return <span className="size-9" />;
  const name = isNext ? 'Next message' : 'Previous message';
  const Icon = isNext ? ChevronRightIcon : ChevronLeftIcon;
  return (
    <Form method="post" action={paths.admin.message(id) + search}>
      <Button
        type="submit"
        name="intent"
        value="view"
        className="btn-small size-9 p-0!"
        title={name}
        data-key={isNext ? 'j' : 'k'}
      >
        <Icon aria-hidden className="size-5" />
        <span className="sr-only">{name}</span>
      </Button>
    </Form>
  );
}

/** Moves the focus without changing the address: that would drop the server's answer and add a history entry. */
const focusField = (field: string) => (event: MouseEvent) => {
  event.preventDefault();
  document.getElementById(field)?.focus();
};
