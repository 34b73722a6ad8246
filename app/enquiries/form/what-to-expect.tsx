import { listItems } from '../../content/texts/list-items.ts';
import { telephoneHref } from '../../ui/contact-links.ts';

export function WhatToExpect({ phone, texts }: { phone: string; texts: Record<string, string> }) {
  return (
    <aside aria-labelledby="what-next" className="max-lg:hidden">
      <div className="border-border sticky top-28 border-l-4 pl-7">
        <h2 className="h3">{texts.enquiry_talk_heading}</h2>
        <a href={telephoneHref(phone)} className="link font-display mt-2 inline-block py-1 text-2xl font-semibold">
          {phone}
        </a>
        <p className="text-muted mt-1">{texts.enquiry_talk_text}</p>
        <h2 id="what-next" className="h3 mt-9">
          {texts.enquiry_next_heading}
        </h2>
        <ol className="mt-3 grid max-w-[26em] list-decimal gap-2.5 pl-5">
          {listItems(texts.enquiry_next_steps).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
