import { paths } from '../../paths.ts';
import { TabLinks } from '../../ui/tab-links.tsx';
import { inboxSearch, MORE, views, type Filter, type MessageCounts, type View } from './inbox.ts';

const names: Record<View, string> = {
  inbox: 'Inbox',
  waiting: 'Waiting',
  mine: 'Mine',
  later: 'Later',
  answered: 'Answered',
  spam: 'Spam',
  trash: 'Trash',
};

export function ViewLinks({ current, counts, filter }: { current: View; counts: MessageCounts; filter: Filter }) {
  const tabs = views.map((view) => ({
    to: paths.admin.messages + inboxSearch({ view, tables: {}, filter }),
    isCurrent: view === current,
    name: (
      <>
        {names[view]}{' '}
        <span className="text-muted text-sm font-normal tabular-nums">
          {view === 'mine' && counts.mine === MORE
            ? 'many'
            : (counts[view === 'inbox' ? 'total' : view] ?? 0).toLocaleString('en-US')}
        </span>
      </>
    ),
  }));
  return <TabLinks label="Views" tabs={tabs} className="grow" />;
}
