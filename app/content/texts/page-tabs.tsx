import { useNavigation } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { pageTabs, publicPageOf, readTab, type PageName } from './page-content.schema.ts';

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
    <p role="status" className="text-muted">
      {isLoading ? 'Loading page content...' : ''}
    </p>
  );
}
