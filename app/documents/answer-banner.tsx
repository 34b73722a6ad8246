import type { Notice } from '../http/notice.ts';

/** Why the form was not saved, at its top; what the page says where no toast can. */
export function AnswerBanner({ notice }: { notice: Notice | null }) {
  if (!notice) return null;
  return (
    <p role="alert" className="border-danger bg-surface border-l-4 p-4">
      <strong className="text-danger font-semibold">{notice.title}</strong>{' '}
      <span className="text-text">{notice.description}</span>
    </p>
  );
}
