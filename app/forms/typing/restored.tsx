import { useScripted } from '../../ui/use-scripted.ts';
import type { KeptForm, KeptTyping, SentTyping } from './kept-typing.ts';

interface RestoredProps {
  what: KeptTyping | SentTyping | KeptForm | null;
  startAgain: string;
  onDiscard: () => void;
}

export function Restored({ what, startAgain, onDiscard }: RestoredProps) {
  const isScripted = useScripted();
  const discard = 'text-link cursor-pointer underline';
  return (
    <div role="status" className="empty:absolute">
      {what ? (
        <p className="border-accent bg-surface border-l-4 px-4 py-3">
          <span>
            {'hadFile' in what
              ? 'Your session had ended, so this was not saved. What you typed was kept and is back. '
              : 'isPreviewed' in what
                ? 'Not saved yet. '
                : 'What you typed earlier is back. It has not been saved yet. '}
          </span>
          {'hadFile' in what && what.hadFile ? <span>Files are not kept: please choose yours again. </span> : null}
          {isScripted ? (
            <button type="button" className={discard} onClick={onDiscard}>
              Discard it
            </button>
          ) : (
            <a href={startAgain} className={discard}>
              Discard it
            </a>
          )}
        </p>
      ) : null}
    </div>
  );
}
