import { Form, useNavigation } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { pageTabs, publicPageOf, readTab, type PageName } from './page-content.schema.ts';
import { useSearchForm } from '../../forms/use-search-form.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { groupId } from './text-groups.tsx';
import type { TextGroup } from './text-sections.server.ts';
import { TextLink } from '../../ui/text-link.tsx';

export function PageTabs({ tab }: { tab: PageName }) {
  const tabs = pageTabs.map((name) => ({ to: paths.admin.pages(name), name, isCurrent: name === tab }));
  return (
    <>
      <TabLinks label="Pages" tabs={tabs} className="mt-5 capitalize" />
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href={publicPageOf[tab]} className="btn-small">
          View page
        </ButtonLink>
        <ButtonLink href={paths.editTexts(publicPageOf[tab])} className="btn-small">
          Edit texts on the page
        </ButtonLink>
      </div>
    </>
  );
}

export function TabLoading({ tab }: { tab: PageName }) {
  const { state, location } = useNavigation();
  const isLoading =
    state === 'loading' &&
    location.pathname === paths.admin.pages() &&
    readTab(new URLSearchParams(location.search).get('tab')) !== tab;
  return (
    <div role="status" className="text-muted">
      {isLoading ? <p>Loading page content...</p> : null}
    </div>
  );
}

export function TextFilter({ tab, q, groups }: { tab: PageName; q: string; groups: TextGroup[] }) {
  return (
    <div className="mt-5 grid gap-3">
      <Form ref={useSearchForm({ q })} role="search" className="max-w-md" preventScrollReset>
        <input type="hidden" name="tab" value={tab} />
        <SearchBox label="Find a text" placeholder="Find a text" value={q} button="Find" />
      </Form>
      <div role="status" className="text-muted text-sm empty:absolute">
        {q ? (
          <>
            {groups.length ? null : <p className="inline">No text of this page has these words. </p>}
            <TextLink to={paths.admin.pages(tab)}>Show all texts</TextLink>
          </>
        ) : null}
      </div>
      {groups.length > 1 ? (
        <nav aria-label="Sections" className="text-sm">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {groups.map(({ name }, index) => (
              <li key={name}>
                <TextLink href={`#${groupId(index)}`}>{name}</TextLink>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </div>
  );
}
