import { FileField } from '../../../forms/file-field.tsx';
import type { FileAnswer } from '../../../forms/send-file.ts';
import { StaffForm } from '../../../forms/staff-form.tsx';
import { paths } from '../../../paths.ts';
import {
  ACCEPTED_PICTURES,
  MAX_ALT,
  PICTURE_BYTES,
  findPicture,
  pictureProblem,
  pictureSchema,
  joinPicture,
} from '../../pictures/picture.ts';
import { Button } from '../../../ui/button.tsx';
import { limitText } from '../../../ui/size-text.ts';
import { TextField } from '../../../ui/field.tsx';
import { isFoundText } from '../found.ts';
import { EditorButtons } from './editor-buttons.tsx';
import { EDITOR_ID, type ManagedText } from '../page-content.schema.ts';
import type { TextEditorProps } from './text-editor.tsx';
import { TextPreview } from './text-preview.tsx';

export function PictureEditor({ text, tab, labelledBy, from, answer: answered }: TextEditorProps) {
  const answer: FileAnswer<ManagedText> | undefined = answered;
  const picture = findPicture(text.contentValue);
  return (
    <StaffForm
      action={paths.admin.pages(tab, text.id ?? text.sectionKey, from?.page)}
      encType="multipart/form-data"
      preventScrollReset
      schema={pictureSchema}
      loaded={{ alt: picture?.alt ?? '', picture: picture?.key ?? '' }}
      answer={answer}
      version={text.version}
      conflict={{ show: (stored) => <TextPreview text={stored} />, save: 'Save' }}
      isPartOfPage
      aria-labelledby={labelledBy}
      className="mt-3 grid max-w-2xl gap-4"
    >
      {(field, isBusy) => (
        <>
          <ChosenPicture text={text} alt={field('alt').defaultValue} chosen={field('picture').defaultValue} />
          <FileField
            {...field('file')}
            {...{ answer, isBusy }}
            id={EDITOR_ID}
            label={field('picture').defaultValue ? 'Another picture' : 'Picture'}
            optional={Boolean(field('picture').defaultValue)}
            help={`JPEG, PNG or WebP of up to ${limitText(PICTURE_BYTES)}${isFoundText(text.sectionKey) ? ', best twice as wide as high' : ', best upright and at least 960 pixels wide'}.`}
            accept={ACCEPTED_PICTURES}
            aria-required={!field('picture').defaultValue}
            className="scroll-mt-40"
            problemOf={pictureProblem}
          />
          <TextField
            {...field('alt')}
            label="What it shows"
            help="In a sentence, for people who cannot see it."
            maxLength={MAX_ALT}
            autoComplete="off"
            aria-required
          />
          <EditorButtons isBusy={isBusy} tab={tab} from={from} isShown={!isFoundText(text.sectionKey)}>
            {picture ? (
              <Button type="submit" name="intent" value="remove" look="danger" className="btn-small" isBusy={isBusy}>
                Remove picture
              </Button>
            ) : null}
          </EditorButtons>
        </>
      )}
    </StaffForm>
  );
}

/** The picture that a save without another file keeps: the one that is there, or one that was sent for a preview. */
function ChosenPicture({ text, alt, chosen }: { text: ManagedText; alt: string; chosen: string }) {
  const contentValue = chosen ? joinPicture(alt || 'Picture', chosen) : '';
  const isSaved = chosen === (findPicture(text.contentValue)?.key ?? '');
  return (
    <>
      {contentValue ? <TextPreview text={isSaved ? text : { ...text, contentValue }} /> : null}
      {isSaved ? null : <p className="text-muted text-sm">This picture is not saved yet.</p>}
      <input type="hidden" name="picture" value={chosen} />
    </>
  );
}
