import { findPicture, makeSizes } from '#app/content/pictures/picture.ts';
import { ShownPicture } from '#app/content/pictures/shown-picture.tsx';
import { listItems } from '../content/texts/list-items.ts';
import { LinedPoints, titledTexts } from '../ui/site/numbered-points.tsx';
import { SectionHeading } from '../ui/site/section-heading.tsx';
import { Html } from '../ui/site/html.tsx';

interface TextsProps {
  texts: Record<string, string>;
}

export function Mission({ texts }: TextsProps) {
  return (
    <section aria-labelledby="mission" className="blueprint on-dark">
      <div className="wrap section">
        <h2 id="mission" className="eyebrow text-steel-300">
          {texts.mission_heading}
        </h2>
        <p className="font-display mt-5 max-w-[19em] text-[clamp(1.5rem,1rem+2.2vw,2.7rem)] leading-[1.25] font-semibold text-balance text-white">
          {texts.mission_text}
        </p>
      </div>
    </section>
  );
}

export function Values({ texts }: TextsProps) {
  return (
    <section aria-labelledby="values" className="wrap section">
      <SectionHeading id="values">{texts.values_heading}</SectionHeading>
      <ol className="cells mt-10 md:grid-cols-2">
        {titledTexts(texts, 'value', 4).map(({ title, text }, index) => (
          <li key={title} className="flex gap-4 p-5 sm:gap-5 sm:p-6 lg:p-9">
            <span aria-hidden className="balloon">
              {index + 1}
            </span>
            <div>
              <h3 className="h3 pt-2.5">{title}</h3>
              <p className="text-muted mt-2 max-w-[30em]">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Director({ texts }: TextsProps) {
  const portrait = findPicture(texts.director_portrait);
  return (
    <section aria-labelledby="director" className="shown-whole border-border bg-surface border-y">
      <div className="wrap section grid items-center gap-10 md:grid-cols-[minmax(0,20rem)_1fr] lg:gap-20">
        <figure className="border-border after:border-control relative isolate max-w-80 border after:absolute after:-top-3 after:right-3 after:bottom-3 after:-left-3 after:-z-1 after:border print:after:hidden">
          {portrait ? (
            <ShownPicture picture={portrait} sizes={makeSizes('20rem')} className="aspect-[4/5] w-full object-cover" />
          ) : (
            <img src="/director-placeholder.svg" alt="" width="800" height="1000" loading="lazy" className="w-full" />
          )}
        </figure>
        <div>
          <SectionHeading id="director">{texts.director_heading}</SectionHeading>
          {texts.director_name ? (
            <p className="h3 font-display mt-6 font-semibold">
              {texts.director_name}
              {texts.director_letters ? <span className="text-muted">, {texts.director_letters}</span> : null}
            </p>
          ) : null}
          <Html className="mt-6">{texts.director_text}</Html>
          <ul className="ticked mt-6">
            {listItems(texts.director_points).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

const proofs = {
  proof_registration: 'Company registration',
  proof_qualifications: 'Qualifications',
  proof_insurance: 'Insurance',
  proof_standards: 'Standards we work to',
};

/** What a client's vendor file asks for. Nothing of it is there while it is empty. */
export function Proof({ texts }: TextsProps) {
  const given = Object.entries(proofs).filter(([key]) => texts[key]);
  if (!given.length) return null;
  return (
    <section aria-labelledby="proof" className="wrap section">
      <SectionHeading id="proof">{texts.proof_heading}</SectionHeading>
      <dl className="cells mt-10 md:grid-cols-2">
        {given.map(([key, name]) => (
          <div key={key} className="p-5 lg:p-6">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="mt-1 font-semibold wrap-anywhere whitespace-pre-line">{texts[key]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Approach({ texts }: TextsProps) {
  return (
    <section aria-labelledby="approach" className="wrap section">
      <SectionHeading id="approach">{texts.approach_heading}</SectionHeading>
      <LinedPoints points={titledTexts(texts, 'approach', 3)} className="gap-6 md:grid-cols-3 lg:gap-8" />
    </section>
  );
}
