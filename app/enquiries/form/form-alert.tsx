import { useEffect, useRef } from 'react';
import type { SubmissionResult } from '@conform-to/react';
import { useErrorTitle } from '../../forms/toasts/use-error-title.ts';
import { telephoneHref } from '../../ui/contact-links.ts';

export interface EnquiryAnswer {
  result: SubmissionResult<string[]> | null;
  isOffline?: boolean;
  isStopped?: boolean;
}

interface FormAlertProps {
  failure: string | undefined;
  phone: string;
  problems: { id: string; text: string }[];
  /** The server's answer; a new one moves the focus here. */
  answer: EnquiryAnswer | undefined;
}

export function FormAlert({ failure, phone, problems, answer }: FormAlertProps) {
  const box = useRef<HTMLDivElement>(null);
  useErrorTitle(answer?.result ?? failure);
  const isFirst = useRef(true);
  useEffect(() => {
    // If the alert came with the page, the focus stays where the visitor already types.
    const isTaken = isFirst.current && document.activeElement !== document.body;
    isFirst.current = false;
    if (answer && !isTaken) box.current?.focus();
  }, [answer]);
  if (!failure && !problems.length) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="border-danger bg-surface border-l-4 p-5">
      {failure ? (
        <p className="text-danger font-semibold">
          {failure}{' '}
          <a className="link text-danger inline-block" href={telephoneHref(phone)}>
            {phone}
          </a>
        </p>
      ) : (
        <>
          <p className="text-danger font-semibold">Please check the following:</p>
          <ul className="mt-2 grid gap-1">
            {problems.map(({ id, text }) => (
              <li key={id}>
                <a className="link text-danger" href={`#${id}`}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
