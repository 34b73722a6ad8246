import { paths } from '../../paths.ts';
import type { PublicService } from './services.server.ts';

const SHORT = 320; // characters that fit into a card a third of the page wide
const LINE = 40; // characters that a line break counts as

/** One long text among cards would leave the others mostly empty. */
export const areCards = (services: readonly PublicService[]): boolean =>
  services.every(({ content }) => content.length + LINE * (content.split('\n').length - 1) <= SHORT);

export const serviceAnchor = (id: number): string => `service-${id}`;

/** In the grid around it: short services as cards, others as rows over its whole width. */
export function PublicList({ services }: { services: (PublicService & { drawing: string })[] }) {
  const isCards = areCards(services);
  return (
    <ul className="contents">
      {services.map(({ id, title, content, drawing }) => (
        <li
          key={id}
          id={serviceAnchor(id)}
          className={`service ${isCards ? 'card flex flex-col p-7' : 'border-border col-span-full border-t pt-8 pb-6 lg:grid lg:grid-cols-subgrid'}`}
        >
          <div className={isCards ? '' : 'flex items-start gap-4 lg:sticky lg:top-28 lg:self-start'}>
            <span
              className="text-link dark:text-steel-300 block size-10 flex-none [&>svg]:size-full"
              dangerouslySetInnerHTML={{ __html: drawing }}
            />
            <h2 className={isCards ? 'h3 mt-6' : 'h3 pt-1.5'}>{title}</h2>
          </div>
          <p
            className={`text-muted whitespace-pre-line ${isCards ? 'mt-3' : 'mt-4 max-w-[32em] lg:col-span-2 lg:mt-1.5'}`}
          >
            {content}
          </p>
          <a
            href={paths.contactFormAbout(id)}
            className={`link self-start py-1 font-semibold print:hidden ${isCards ? 'mt-auto pt-5' : 'mt-4 inline-block lg:col-span-2 lg:col-start-2'}`}
          >
            Ask about this<span className="sr-only">: {title}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
