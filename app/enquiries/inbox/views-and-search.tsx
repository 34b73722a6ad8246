import { Form } from '@remix-run/react';
import { serviceTypeOptions } from '../receive/enquiry-options.ts';
import { searchField, useSearchForm } from '../../forms/use-search-form.ts';
import { TextField, SelectField } from '../../ui/field.tsx';
import { paths } from '../../paths.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { countText, inboxPath, inboxSearch, isFiltered, MORE, views } from './inbox.ts';
import type { Filter, MessageCounts, Place, View } from './inbox.ts';
import { TextLink } from '../../ui/text-link.tsx';

interface SearchFormProps {
  place: Place;
  errors: Filter;
  found: number | null;
  open: number | null;
}

export function SearchForm({ place: { view, filter }, errors, found, open }: SearchFormProps) {
  const { q: _, ...others } = { ...filter, ...errors };
  const field = searchField(filter, errors);
  return (
    <Form
      ref={useSearchForm(filter, errors)}
      role="search"
      action={inboxPath(open)}
      className="flex grow flex-wrap items-center gap-x-3 gap-y-1"
    >
      {view === 'inbox' ? null : <input type="hidden" name="view" value={view} />}
      <SearchBox label="Search" placeholder="Name, word, reference" value={filter.q} button="Search" />
      <details open={Object.keys(others).length > 0} className="open:w-full">
        <summary className="text-link inline-block cursor-pointer py-0.5 text-sm">More filters</summary>
        <div className="mt-2 grid max-w-xl gap-x-4 gap-y-3 sm:grid-cols-[2fr_1fr_1fr]">
          <SelectField
            {...field('service')}
            label="Service type"
            options={[{ value: '', label: 'All' }, ...serviceTypeOptions]}
          />
          <TextField {...field('from')} type="date" label="From" />
          <TextField {...field('to')} type="date" label="To" />
        </div>
      </details>
      <div role="status" className="text-muted flex flex-wrap gap-x-4 text-sm empty:absolute">
        {found === null ? null : <p>{found ? `${countText(found)} found` : 'No messages match.'}</p>}
        {isFiltered(filter) ? (
          <TextLink to={inboxPath(open) + inboxSearch({ view, tables: {}, filter: {} })}>Clear</TextLink>
        ) : null}
      </div>
    </Form>
  );
}

export function ViewLinks({ current, counts, filter }: { current: View; counts: MessageCounts; filter: Filter }) {
  const tabs = views.map((view) => ({
    to: paths.admin.messages + inboxSearch({ view, tables: {}, filter }),
    isCurrent: view === current,
    name: (
      <>
        {view.charAt(0).toUpperCase() + view.slice(1)}{' '}
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
