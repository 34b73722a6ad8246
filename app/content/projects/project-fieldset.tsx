import type { FieldState } from '../../forms/staff-form.tsx';
import { describedBy, FieldError, fieldIds, focusFirst, TextField } from '../../ui/field.tsx';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { describePicture, measurePictures } from '../pictures/picture.ts';
import { FoundPreview } from '../texts/found-preview.tsx';
import { FOUND_LENGTH } from '../texts/found.ts';
import { makeSlug, readProjectFound, summarise, type ManagedProject } from './project.schema.ts';
import { SelectField } from '../../ui/select-field.tsx';

type Name = keyof ManagedProject | 'agreed';
const pair = 'grid gap-5 sm:grid-cols-2 sm:items-start';
const TIME = 'Time in Port of Spain.';

type ProjectField = (name: Exclude<Name, 'id' | 'pictures'>) => FieldState;

export function ProjectFieldset({ field }: { field: ProjectField }) {
  const agreed = field('agreed');
  const status = field('status');
  return (
    <>
      <TextField {...field('title')} label="Title" required maxLength={200} autoComplete="off" {...focusFirst} />
      <div className={pair}>
        <TextField {...field('place')} label="Place" help="Such as Point Lisas, Trinidad" maxLength={200} />
        <TextField {...field('sector')} label="Sector" help="Such as petrochemical" maxLength={200} />
        <TextField {...field('month')} type="month" label="Month" help="Such as 2026-05" />
        <TextField
          {...field('slug')}
          label="Address"
          help="The end of /portfolio/… Leave it blank to have it made from the title."
          maxLength={80}
          autoComplete="off"
          autoCapitalize="none"
        />
      </div>
      <TextField
        {...field('content')}
        label="Text"
        help="A blank line starts a new paragraph, lines that start with “- ” make a list."
        rows={8}
      />
      <TextField {...field('figures')} label="Figures" help="One a line, such as “Load: 48 t”" rows={4} />
      <div className="grid gap-3">
        <TextField
          {...field('client')}
          label="Client's name"
          help="Shown on the site. Leave it blank unless the client agreed."
          maxLength={200}
          autoComplete="off"
        />
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            name={agreed.name}
            value="on"
            defaultChecked={agreed.defaultValue === 'on'}
            className="control-choice"
            {...describedBy(agreed.id, { errors: agreed.errors })}
          />
          The client agreed to be named
        </label>
        <FieldError id={fieldIds(agreed.id).error} errors={agreed.errors} />
      </div>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="mb-1.5 font-semibold">State</legend>
        {['Draft', 'Published'].map((name) => (
          <label key={name} className="flex items-start gap-3">
            <input
              type="radio"
              name={status.name}
              value={name.toLowerCase()}
              defaultChecked={name.toLowerCase() === status.defaultValue}
              className="control-choice"
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div className={pair}>
        <TextField
          {...field('publishFrom')}
          type="datetime-local"
          label="From"
          help={`${TIME} Leave it blank to publish at once.`}
        />
        <TextField
          {...field('publishUntil')}
          type="datetime-local"
          label="Until"
          help={`${TIME} Leave it blank to keep it published.`}
        />
      </div>
    </>
  );
}

interface ProjectFoundProps {
  field: ProjectField;
  pictures: ManagedProject['pictures'];
  /** What was typed since the form was shown. */
  typed: Record<string, string>;
}

/** What search engines get of a project: closed until somebody asks for it, with what they make of it beside it. */
export function ProjectFound({ field, pictures, typed }: ProjectFoundProps) {
  const [title, seoTitle, seoDescription, seoPicture, content, slug] = (
    ['title', 'seoTitle', 'seoDescription', 'seoPicture', 'content', 'slug'] as const
  ).map((name) => typed[name] ?? field(name).defaultValue) as [string, string, string, string, string, string];
  const path = paths.project(makeSlug(slug || title) || 'new');
  const facts = { path, title: title || 'The project’s title', description: summarise(content) };
  const found = readProjectFound({ title, seoTitle, seoDescription, seoPicture, pictures: measurePictures(pictures) });
  const isWrong = [field('seoTitle'), field('seoDescription')].some(({ errors }) => errors);
  const [isOpen, setOpen] = useState(isWrong);
  if (isWrong && !isOpen) setOpen(true);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1 font-semibold">Search and sharing</summary>
      <div className="mt-3 grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-5">
          <TextField
            {...field('seoTitle')}
            label="Heading in searches"
            help="Leave it blank to use the project's title."
            maxLength={FOUND_LENGTH}
            autoComplete="off"
          />
          <TextField
            {...field('seoDescription')}
            label="Description in searches"
            help="Leave it blank to use how its text begins."
            maxLength={FOUND_LENGTH}
            rows={4}
          />
          <SelectField
            {...field('seoPicture')}
            label="Picture when shared"
            options={[
              { value: '', label: pictures.length ? 'Its first picture' : 'The site’s picture: it has none yet' },
              ...pictures.map((picture) => ({ value: picture.key, label: describePicture(picture) })),
            ]}
          />
        </div>
        <FoundPreview {...{ path, found, facts }} />
      </div>
    </details>
  );
}
