import { Form, useLocation, useNavigation } from '@remix-run/react';
import { Button, RouteButton } from '../../ui/button.tsx';
import type { HistoryPage } from './revisions.server.ts';
import type { DiffPart } from './word-diff.ts';

export function HistoryEntries({ history }: { history: HistoryPage }) {
  const { entries, back, older, version } = history;
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const isFirst = !query.has('before');
  query.set('before', String(older));
  return (
    <>
      {entries.length ? (
        <ol className="card divide-border divide-y" aria-label="Saved states, the newest first">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} version={version} />
          ))}
        </ol>
      ) : (
        <p className="card text-muted px-6 py-10 text-center">
          {isFirst ? 'Nothing has been changed yet.' : 'There is nothing older.'}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <RouteButton to={back}>Back</RouteButton>
        {older ? <RouteButton to={`${pathname}?${query.toString()}`}>Older</RouteButton> : null}
      </div>
    </>
  );
}

function Entry({ entry, version }: { entry: HistoryPage['entries'][number]; version: number | null }) {
  const { id, at, told, time, fields, isPresent, isMoved } = entry;
  const isBusy = useNavigation().state !== 'idle';
  const headingId = `state-${id}`;
  return (
    <li aria-labelledby={headingId} className="grid gap-x-6 gap-y-3 p-4 sm:p-5 md:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="border-control grid content-start justify-items-start gap-3 border-l-3 pl-3">
        <h2 id={headingId} className="font-sans text-sm font-normal wrap-anywhere">
          {told}
          {time ? (
            <span>
              , <time dateTime={at}>{time}</time>
            </span>
          ) : null}
        </h2>
        {isPresent ? (
          <p className="text-ok text-sm font-semibold">
            Current version{isMoved ? ', but for its place: it was moved since' : ''}
          </p>
        ) : (
          <Form method="post">
            {version === null ? null : <input type="hidden" name="version" value={version} />}
            <Button
              type="submit"
              name="revision"
              value={id}
              className="btn-small"
              isBusy={isBusy}
              aria-describedby={headingId}
            >
              Restore
            </Button>
          </Form>
        )}
      </div>
      <dl className="grid content-start gap-3">
        {fields.map(({ label, parts }) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd>{parts.length ? <DiffText parts={parts} /> : <span className="text-muted">empty</span>}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const styles = {
  added: {
    Tag: 'ins',
    sign: '+',
    word: 'added: ',
    className:
      'bg-[color-mix(in_srgb,var(--color-ok)_14%,transparent)] underline decoration-ok decoration-2 underline-offset-[0.2em]',
  },
  removed: {
    Tag: 'del',
    sign: '−',
    word: 'removed: ',
    className: 'bg-[color-mix(in_srgb,var(--color-danger)_12%,transparent)] line-through decoration-danger',
  },
} as const;

/** Marks changes by element, sign and text, not by colour alone. */
function DiffText({ parts }: { parts: DiffPart[] }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {parts.map(({ text, kind }, i) => {
        if (kind === 'same') return <span key={i}>{text}</span>;
        const { Tag, sign, word, className } = styles[kind];
        return (
          <Tag key={i} className={className}>
            <span aria-hidden className="mx-0.5 inline-block no-underline">
              {sign}
            </span>
            <span className="sr-only">{` ${word}`}</span>
            {text}
            <span className="sr-only">; </span>
          </Tag>
        );
      })}
    </p>
  );
}
