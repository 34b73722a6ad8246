import type { FieldState } from '../../forms/staff-form.tsx';
import { describedBy, FieldError, fieldIds, focusFirst, TextField } from '../../ui/field.tsx';
import type { ManagedProject } from './project.schema.ts';

const pair = 'grid gap-5 sm:grid-cols-2 sm:items-start';
const TIME = 'Time in Port of Spain.';

export type ProjectField = (name: Exclude<keyof ManagedProject | 'agreed', 'id' | 'pictures'>) => FieldState;

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
        <p className="text-muted w-full text-sm">To be published a project needs its place, sector, month and text.</p>
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
