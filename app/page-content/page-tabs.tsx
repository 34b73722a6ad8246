import { Link } from '@remix-run/react';
import { paths } from '../paths.ts';
import { pageTabs, type PageName } from './page-content.schema.ts';

/** The five pages, each with its texts at an address of its own. */
export function PageTabs({ tab }: { tab: PageName }) {
  return (
    <nav aria-label="Pages" className="border-border mt-5 overflow-x-auto border-b">
      <ul className="flex">
        {pageTabs.map((name) => (
          <li key={name}>
            <Link
              to={paths.admin.pages(name)}
              prefetch="intent"
              aria-current={name === tab ? 'page' : undefined}
              className="text-muted hover:text-text aria-[current]:border-accent aria-[current]:text-text block border-b-3 border-transparent px-2 py-2.5 text-sm font-semibold capitalize -outline-offset-3 sm:px-3.5 sm:text-base"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
