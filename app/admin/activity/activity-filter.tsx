import { Form, Link } from '@remix-run/react';
import { searchField, useSearchForm } from '../../forms/use-search-form.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { othersEmail } from '../../accounts/email-field.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { EMAIL_MAX } from '../../schemas/limits.ts';
import type { Filter } from './list-activities.server.ts';

interface ActivityFilterProps {
  filter: Filter;
  errors: Filter;
  actors: string[];
  kinds: Record<string, string>;
}

export function ActivityFilter({ filter, errors, actors, kinds }: ActivityFilterProps) {
  const field = searchField(filter, errors);
  return (
    <Form
      ref={useSearchForm(filter, errors)}
      role="search"
      aria-label="Activity"
      action={paths.admin.activity}
      className="card grid items-start gap-x-4 gap-y-3 p-4 sm:grid-cols-2 xl:grid-cols-[2fr_2fr_1fr_1fr_auto]"
    >
      <TextField
        {...field('who')}
        label="Who"
        list="actors"
        placeholder="Email address"
        {...othersEmail}
        maxLength={EMAIL_MAX}
      />
      <datalist id="actors">
        {actors.map((who) => (
          <option key={who} value={who} />
        ))}
      </datalist>
      <SelectField
        {...field('kind')}
        label="Kind"
        options={[{ value: '', label: 'All' }, ...Object.entries(kinds).map(([value, label]) => ({ value, label }))]}
      />
      <TextField {...field('from')} type="date" label="From" />
      <TextField {...field('to')} type="date" label="To" />
      <p className="flex items-center gap-4 sm:col-span-2 xl:col-span-1 xl:pt-7.5">
        <Button type="submit">Filter</Button>
        {Object.keys(filter).length ? (
          <Link to={paths.admin.activity} className="text-link py-2 underline">
            Clear
          </Link>
        ) : null}
      </p>
    </Form>
  );
}
