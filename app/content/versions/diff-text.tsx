import type { DiffPart } from './history.ts';

const looks = {
  added: { Tag: 'ins', sign: '+', word: 'added: ' },
  removed: { Tag: 'del', sign: '−', word: 'removed: ' },
} as const;

/** A text with what was added and removed: by element, by sign and in words, not by colour alone. */
export function DiffText({ parts }: { parts: DiffPart[] }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {parts.map(({ text, kind }, i) => {
        if (kind === 'same') return <span key={i}>{text}</span>;
        const { Tag, sign, word } = looks[kind];
        return (
          <Tag key={i} className={kind === 'added' ? 'diff-added' : 'diff-removed'}>
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
