import type { ComponentProps } from 'react';
import { FileField } from '../../forms/file-field.tsx';
import type { FieldState } from '../../forms/staff-form.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { limitText } from '../../ui/size-text.ts';
import { CENTRE, focalPoints, MAX_ALT } from './picture.ts';
import { ACCEPTED_PICTURES, PICTURE_BYTES, pictureProblem } from './picture.schema.ts';

interface PictureFieldsProps extends Pick<ComponentProps<typeof FileField>, 'answer' | 'isBusy'> {
  field: (name: 'file' | 'alt' | 'decorative' | 'focus' | 'point' | 'picture') => FieldState;
  /** What size of picture is best. */
  best: string;
  id?: string;
}

/** A stored picture stays unless another file is chosen. */
export function PictureFields({ field, answer, isBusy, best, id = 'file' }: PictureFieldsProps) {
  const picture = field('picture').defaultValue;
  return (
    <>
      <input type="hidden" name="picture" value={picture} />
      <input type="hidden" name="focus" value={readFocus(field)} />
      <FileField
        {...field('file')}
        {...{ answer, isBusy, id }}
        label={picture ? 'Another picture' : 'Picture'}
        optional={Boolean(picture)}
        help={`JPEG, PNG or WebP of up to ${limitText(PICTURE_BYTES)}, ${best}.`}
        accept={ACCEPTED_PICTURES}
        aria-required={!picture}
        className="scroll-mt-40"
        findProblem={pictureProblem}
      />
      <div className="grid gap-3">
        <TextField
          {...field('alt')}
          label="Alt text"
          help="What it shows, in a sentence, for people who cannot see it."
          maxLength={MAX_ALT}
          autoComplete="off"
        />
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            name="decorative"
            value="on"
            defaultChecked={field('decorative').defaultValue === 'on'}
            className="control-choice"
          />
          <span>
            Decorative<span className="text-muted">: it tells nothing that the words around it do not</span>
          </span>
        </label>
      </div>
    </>
  );
}

const readFocus = (field: PictureFieldsProps['field']) =>
  field('point').defaultValue || field('focus').defaultValue || CENTRE;

/** Nine buttons, each of which saves. They come after the form's own button, which Enter presses. */
export function FocalPoints({ field, isBusy }: Pick<PictureFieldsProps, 'field' | 'isBusy'>) {
  const focus = readFocus(field);
  return (
    <fieldset>
      <legend className="font-semibold">Focal point</legend>
      <p className="text-muted mb-2 text-sm">The part that stays in sight wherever the picture is cut.</p>
      <div className="grid w-fit grid-cols-3 gap-1">
        {Object.entries(focalPoints).map(([point, name]) => (
          <Button
            key={point}
            type="submit"
            name="point"
            value={point}
            aria-pressed={point === focus}
            className="aria-pressed:bg-accent aria-pressed:text-on-accent aria-pressed:border-accent min-h-10 px-2! text-sm"
            isBusy={isBusy}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
