import { useRootData } from '../../forms/root-data.ts';
import { makeTitle, pageFacts, type PageFacts } from '../../ui/site/page-facts.ts';
import { sharedPicture, type Found } from '../../ui/site/page-meta.ts';

const TITLE = 60; // characters that most search engines show
const DESCRIPTION = 160;
const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).replace(/\s\S*$/, '')} …` : text;

/** A page in a list of search results, and as a shared link. */
export function FoundPreview({ path, found, ...of }: { path: string; found: Found; facts?: PageFacts }) {
  const { appUrl = '', company } = useRootData() ?? {};
  const facts = of.facts ?? Object.values(pageFacts).find((page) => page.path === path)!;
  const { title = makeTitle(facts, company?.name ?? ''), description = facts.description, picture } = found;
  const host = URL.parse(appUrl)?.host ?? '';
  return (
    <div className="grid gap-4 wrap-anywhere">
      <figure className="card bg-bg px-4 py-3">
        <figcaption className="eyebrow text-muted mb-2">In a search</figcaption>
        <p className="text-muted text-sm">{[host, ...path.split('/').filter(Boolean)].join(' › ')}</p>
        <p className="text-link text-lg">{cut(title, TITLE)}</p>
        <p className="text-sm">{cut(description, DESCRIPTION)}</p>
      </figure>
      <figure className="card bg-bg">
        <figcaption className="eyebrow text-muted px-4 pt-3">Where it is shared</figcaption>
        <img
          src={(picture ?? sharedPicture).src}
          alt={picture?.alt ?? ''}
          width="1200"
          height="630"
          loading="lazy"
          className="mt-2 aspect-[1200/630] h-auto w-full object-cover"
        />
        <p className="px-4 pt-2 font-semibold">{cut(title, TITLE)}</p>
        <p className="text-muted px-4 pb-3 text-sm">{cut(description, DESCRIPTION)}</p>
      </figure>
    </div>
  );
}
