import type { FormAnswer } from '../../../forms/answer.ts';
import { StaffForm } from '../../../forms/staff-form.tsx';
import { describedBy, FieldError, fieldIds } from '../../../ui/field.tsx';
import { EDITOR_ID, editedTextSchema, isMultiLine, MAX_VALUE, requiredTextSchema } from '../page-content.schema.ts';
import type { CameFrom, ManagedText } from '../page-content.schema.ts';
import { isFoundText } from '../found.ts';
import { EditorButtons, TextPreview } from './editor-parts.tsx';
import { useScripted } from '../../../ui/use-scripted.ts';
import { RichText } from './rich-text.tsx';

export interface TextEditorProps {
  text: ManagedText;
  action: string;
  /** The texts as they were listed before. */
  list: string;
  labelledBy: string;
  /** The public page to which Save and Cancel lead back. */
  from: CameFrom | undefined;
  answer: FormAnswer<ManagedText> | undefined;
}

function helpFor({ sectionKey, contentType, isOptional }: ManagedText): string | undefined {
  if (isFoundText(sectionKey)) return 'Leave it empty for what the page has built in.';
  if (isOptional) return 'Leave it empty to hide it on the site.';
  if (contentType === 'list') return 'Put each item on its own line.';
  if (contentType !== 'html') return undefined;
  return 'A blank line starts a new paragraph, lines that start with "- " make a list. HTML for bold, italic, links, quotes and small headings works.';
}

export function TextEditor({ text, action, list, labelledBy, from, answer }: TextEditorProps) {
  const isRich = useScripted() && text.contentType === 'html'; // an editor needs no help about mark-up
  const help = isRich ? undefined : helpFor(text);
  const attributes = { id: EDITOR_ID, required: !text.isOptional, 'aria-labelledby': labelledBy };
  return (
    <StaffForm
      action={action}
      preventScrollReset
      schema={text.isOptional ? editedTextSchema : requiredTextSchema}
      loaded={text}
      answer={answer}
      version={text.version}
      conflict={{ show: (stored) => <TextPreview text={stored} />, save: 'Save' }}
      isPartOfPage
      className="mt-3 grid gap-3"
    >
      {(field, isBusy) => {
        const { errors, ...state } = field('contentValue');
        const described = describedBy(EDITOR_ID, { help, errors });
        const control = { ...state, ...attributes, ...described, className: 'control scroll-mt-40' };
        return (
          <>
            {help ? (
              <p id={fieldIds(EDITOR_ID).help} className="text-muted text-sm">
                {help}
              </p>
            ) : null}
            {isMultiLine(text) ? (
              <textarea {...control} rows={rowsFor(text.contentValue)} />
            ) : (
              <input {...control} maxLength={MAX_VALUE} autoComplete="off" />
            )}
            {text.contentType === 'html' ? <RichText text={text} errors={errors} /> : null}
            <FieldError id={fieldIds(EDITOR_ID).error} errors={errors} />
            <EditorButtons {...{ isBusy, text, list, from }} />
          </>
        );
      }}
    </StaffForm>
  );
}

const rowsFor = (value: string) =>
  Math.min(
    16,
    Math.max(
      4,
      value.split('\n').reduce((rows, line) => rows + Math.ceil(line.length / 80) || 1, 1),
    ),
  );
