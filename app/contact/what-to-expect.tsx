import { telephoneHref } from '../site/contact-links.ts';

const STEPS = [
  'One of our consultants reads your message.',
  'We answer within 24 hours, by phone or email as you prefer.',
  'We agree with you what is needed and what happens next.',
];

/** Beside the form where there is room: the telephone, the promise, and what happens to a message. */
export function WhatToExpect({ phone }: { phone: string }) {
  return (
    <aside aria-labelledby="what-next" className="max-lg:hidden">
      <div className="border-border sticky top-28 border-l-4 pl-7">
        <h2 className="h3">Prefer to talk?</h2>
        <a href={telephoneHref(phone)} className="link font-display mt-2 inline-block py-1 text-2xl font-semibold">
          {phone}
        </a>
        <p className="text-muted mt-1">Emergency consultations are available 24/7.</p>
        <h2 id="what-next" className="h3 mt-9">
          What happens next
        </h2>
        <ol className="mt-3 grid max-w-[26em] list-decimal gap-2.5 pl-5">
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
