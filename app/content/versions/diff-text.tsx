import type { DiffPart } from './history.ts';

const styles = {
  added: {
    Tag: 'ins',
    sign: '+',
    word: 'added: ',
    className:
      'bg-[color-mix(in_srgb,var(--ok)_14%,transparent)] underline decoration-ok decoration-2 underline-offset-[0.2em]',
  },
  removed: {
    Tag: 'del',
    sign: '−',
    word: 'removed: ',
    className: 'bg-[color-mix(in_srgb,var(--danger)_12%,transparent)] line-through decoration-danger',
  },
} as const;

/** A text with what was added and removed: by element, by sign and in words, not by colour alone. */
export function DiffText({ parts }: { parts: DiffPart[] }) {
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
