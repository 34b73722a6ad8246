import { paths } from '../paths.ts';
import { TabLinks } from '../ui/tab-links.tsx';
import { pageTabs, type PageName } from './page-content.schema.ts';

/** The five pages, each with its texts at an address of its own. */
export function PageTabs({ tab }: { tab: PageName }) {
  const tabs = pageTabs.map((name) => ({ to: paths.admin.pages(name), name, isCurrent: name === tab }));
  return <TabLinks label="Pages" tabs={tabs} className="mt-5 capitalize" />;
}
