import type { FileAnswer } from '../../../forms/file-field.tsx';
import { StaffForm } from '../../../forms/staff-form.tsx';
import { FocalPoints, PictureFields } from '../../pictures/picture-fields.tsx';
import { CENTRE, findPicture, joinPicture, pictureValues } from '../../pictures/picture.ts';
import { pictureSchema } from '../../pictures/picture.schema.ts';
import { Button } from '../../../ui/button.tsx';
import { isFoundText } from '../found.ts';
import { EditorButtons, TextPreview } from './editor-parts.tsx';
import { EDITOR_ID, isPortrait, type ManagedText } from '../page-content.schema.ts';
import type { TextEditorProps } from './text-editor.tsx';

export function PictureEditor({ text, action, list, labelledBy, from, answer: answered }: TextEditorProps) {
  const answer: FileAnswer<ManagedText> | undefined = answered;
  const picture = findPicture(text.contentValue);
  return (
    <StaffForm
      action={action}
      encType="multipart/form-data"
      preventScrollReset
      schema={pictureSchema}
      loaded={pictureValues(picture)}
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
          <PictureFields {...{ field, answer, isBusy, id: EDITOR_ID }} best={findBest(text.sectionKey)} />
          <EditorButtons {...{ isBusy, text, list, from }}>
            {picture ? (
              <Button type="submit" name="intent" value="remove" look="danger" className="btn-small" isBusy={isBusy}>
                Remove picture
              </Button>
            ) : null}
          </EditorButtons>
          {picture && !isFoundText(text.sectionKey) ? <FocalPoints {...{ field, isBusy }} /> : null}
        </>
      )}
    </StaffForm>
  );
}

const findBest = (sectionKey: string): string =>
  isFoundText(sectionKey)
    ? 'best twice as wide as high'
    : isPortrait(sectionKey)
      ? 'best portrait and at least 960 pixels wide'
      : 'best landscape and at least 1920 pixels wide';

/** What a save without another file keeps: the stored picture, or one sent for a preview. */
function ChosenPicture({ text, alt, chosen }: { text: ManagedText; alt: string; chosen: string }) {
  const contentValue = chosen ? joinPicture({ alt, key: chosen, focus: CENTRE }) : '';
  const isSaved = chosen === (findPicture(text.contentValue)?.key ?? '');
  return (
    <>
      {contentValue ? <TextPreview text={isSaved ? text : { ...text, contentValue }} /> : null}
      {isSaved ? null : <p className="text-muted text-sm">This picture is not saved yet.</p>}
    </>
  );
}
