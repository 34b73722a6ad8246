import { ButtonLink } from '../button.tsx';

interface ClosingProps {
  heading: string | undefined;
  text: string | undefined;
  /** Where each leads and its words; the first is the one to press. */
  buttons: Record<string, string | undefined>;
}

/** The call to action at the end of an inner page. */
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
            <ButtonLink key={href} href={href} look={index ? 'light' : 'primary'}>
              {words}
            </ButtonLink>
          ))}
        </div>
      </div>
    </section>
  );
}
