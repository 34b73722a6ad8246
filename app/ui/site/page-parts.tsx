import type { ReactNode } from 'react';
import { ArrowLeftIcon } from '@heroicons/react/24/outline';
import { ButtonLink } from '../button.tsx';

export function SectionHeading({ id, children, intro }: { id: string; children: ReactNode; intro?: ReactNode }) {
  return (
    <div className={`section-heading ${intro ? 'lg:grid lg:grid-cols-2 lg:items-end lg:gap-16' : ''}`}>
      <div>
        <h2 id={id} className="h2">
          {children}
        </h2>
        <div className="dim mt-4" aria-hidden />
      </div>
      {intro && <p className="text-muted max-w-[33em] max-lg:mt-4">{intro}</p>}
    </div>
  );
}

/** The loader's texts are sanitised. */
export function Html({ children, className }: { children: string | undefined; className: string }) {
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: children ?? '' }} />;
}

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    // As high as its words from the start: on a slow connection they come after the arrow.
    <a href={to} className="link flex min-h-[calc(1lh+0.5rem)] w-fit items-center gap-2 py-1">
      <ArrowLeftIcon aria-hidden className="size-4" />
      {children}
    </a>
  );
}

/** The texts `<prefix>_1_title`, `<prefix>_1_text`, `<prefix>_1_points`, … up to `count`. */
export function titledTexts(texts: Record<string, string>, prefix: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    title: texts[`${prefix}_${index + 1}_title`] ?? '',
    text: texts[`${prefix}_${index + 1}_text`] ?? '',
    points: texts[`${prefix}_${index + 1}_points`],
  }));
}

type Points = readonly { title: string; text: string }[];

export function NumberedPoints({ points }: { points: Points }) {
  return (
    <ol className="grid gap-7">
      {points.map(({ title, text }, index) => (
        <li key={title} className="flex gap-5">
          <span aria-hidden className="balloon">
            {index + 1}
          </span>
          <div>
            <h3 className="h3 pt-2.5">{title}</h3>
            <p className="text-muted mt-1.5">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

export const LinedPoints = ({ points, className }: { points: Points; className: string }) => (
  <ul className={`mt-10 grid ${className}`}>
    {points.map(({ title, text }) => (
      <li key={title} className="border-text border-t-2 pt-5">
        <h3 className="h3">{title}</h3>
        <p className="text-muted mt-2">{text}</p>
      </li>
    ))}
  </ul>
);

interface ClosingProps {
  heading: string | undefined;
  text: string | undefined;
  /** Addresses and words; the first button is the primary one. */
  buttons: Record<string, string | undefined>;
}

export function Closing({ heading, text, buttons }: ClosingProps) {
  return (
    <section aria-labelledby="closing" className="blueprint on-dark print:hidden">
      <div className="hazard" aria-hidden />
      <div className="wrap flex flex-col gap-8 py-14 md:flex-row md:items-center md:justify-between lg:py-20">
        <div className="md:flex-3">
          <h2 id="closing" className="h2 text-white">
            {heading}
          </h2>
          {text && <p className="lead mt-3 max-w-[29em] text-mist-100">{text}</p>}
        </div>
        <div className="flex flex-wrap gap-3 md:flex-2 md:justify-end">
          {Object.entries(buttons).map(([href, words], index) => (
            // As wide with and without its font: a short one stands at the right, and would move.
            <ButtonLink key={href} href={href} look={index ? 'light' : 'primary'} className="md:min-w-36">
              {words}
            </ButtonLink>
          ))}
        </div>
      </div>
    </section>
  );
}
