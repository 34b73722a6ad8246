import { useEffect, useRef } from 'react';
import { useErrorTitle } from '../../forms/toasts/use-error-title.ts';
import { telephoneHref } from '../../ui/contact-links.ts';

interface FormAlertProps {
  /** Why the whole form was not taken. */
  failure: string | undefined;
  phone: string;
  problems: { id: string; label: string; text: string }[];
  /** The server's answer: a new one brings the visitor here. */
  result: object | null | undefined;
}

/** What is wrong with the form, at its top, with a link to each field. */
export function FormAlert({ failure, phone, problems, result }: FormAlertProps) {
  const box = useRef<HTMLDivElement>(null);
  useErrorTitle(result ?? failure);
  const isFirst = useRef(true);
  useEffect(() => {
    // An alert that came with the page leaves the visitor where he types already.
    const isTaken = isFirst.current && document.activeElement !== document.body;
    isFirst.current = false;
    if ((result || failure) && !isTaken) box.current?.focus();
  }, [result, failure]);
  if (!failure && !problems.length) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="border-danger bg-surface border-l-4 p-5">
      {failure ? (
        <p className="text-danger font-semibold">
          {failure}{' '}
          <a className="link inline-block" href={telephoneHref(phone)}>
            {phone}
          </a>
        </p>
      ) : (
        <>
          <p className="text-danger font-semibold">Please check the following:</p>
          <ul className="mt-2 grid gap-1">
            {problems.map(({ id, text }) => (
              <li key={id}>
                <a className="link" href={`#${id}`}>
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
