import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { mailHref, telephoneHref } from '../ui/contact-links.ts';
import { useFooter } from '../ui/site/use-footer.ts';

export interface LegalPart {
  /** Also the anchor. */
  id: string;
  heading: string;
  text: string;
  points?: string[];
}

export function Parts({ parts, level: Heading = 'h3' }: { parts: LegalPart[]; level?: 'h2' | 'h3' }) {
  return parts.map(({ id, heading, text, points }) => (
    <section key={id} id={id} aria-labelledby={`${id}-heading`} className="mt-10">
      <Heading id={`${id}-heading`} className="h3">
        {heading}
      </Heading>
      <p className="mt-3">{text}</p>
      {points && (
        <ul className="mt-4 grid list-['–__'] gap-3 pl-6">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  ));
}

/** @param children what to ask about, up to a colon */
export function AskUs({ heading, children }: { heading: string; children: ReactNode }) {
  const { phone_1: phone = '', email = '' } = useFooter();
  return (
    <section aria-labelledby="questions" className="card bg-surface mt-16 p-7">
      <h2 id="questions" className="h3">
        {heading}
      </h2>
      <p className="mt-2">
        {children}: telephone{' '}
        <a href={telephoneHref(phone)} className="link inline-block">
          {phone}
        </a>
        , email{' '}
        <a href={mailHref(email)} className="link">
          {email}
        </a>
        , or use the{' '}
        <a href={paths.contactForm} className="link">
          contact form
        </a>
        .
      </p>
    </section>
  );
}
