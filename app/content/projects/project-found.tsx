import { useState } from 'react';
import { paths } from '../../paths.ts';
import { TextField, SelectField } from '../../ui/field.tsx';
import { describePicture, measurePictures } from '../pictures/picture.ts';
import { FoundPreview } from '../texts/found-preview.tsx';
import { FOUND_LENGTH } from '../texts/found.ts';
import type { ProjectField } from './project-fieldset.tsx';
import { makeSlug, readProjectFound, summarise, type ManagedProject } from './project.schema.ts';

interface ProjectFoundProps extends Pick<ManagedProject, 'pictures'> {
  field: ProjectField;
  /** Since the form was shown. */
  typed: Record<string, string>;
}

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
