import { Link } from '@remix-run/react';
import type { FormAnswer } from '../forms/form-answer.ts';
import { StaffForm } from '../forms/staff-form.tsx';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { describedBy, FieldError, fieldIds } from '../ui/field.tsx';
import {
  editedTextSchema,
  isMultiLine,
  MAX_VALUE,
  requiredTextSchema,
  type ManagedText,
  type PageName,
} from './page-content.schema.ts';
import { isOptional } from './contact-value.ts';
import { TextPreview } from './text-preview.tsx';

export const EDITOR_ID = 'content-value';

interface TextEditorProps {
  text: ManagedText;
  tab: PageName;
  /** The heading that names the text. */
  labelledBy: string;
  answer: FormAnswer<ManagedText> | undefined;
}

const helpFor: Partial<Record<ManagedText['contentType'], string>> = {
  list: 'Put each item on its own line.',
  html: 'HTML: paragraphs, bold, italic, lists, links, quotes and small headings. Other formatting is dropped when you save.',
};

/** The form of one text. */
export function TextEditor({ text, tab, labelledBy, answer }: TextEditorProps) {
  const isLeftOut = isOptional(text.sectionKey, text.contentType);
  const help = isLeftOut ? 'Leave it empty to hide it on the site.' : helpFor[text.contentType];
  const attributes = { id: EDITOR_ID, required: !isLeftOut, 'aria-labelledby': labelledBy };
  return (
    <StaffForm
      action={paths.admin.pages(tab, text.id ?? text.sectionKey)}
      preventScrollReset
      schema={isLeftOut ? editedTextSchema : requiredTextSchema}
      loaded={text}
      answer={answer}
      version={text.version}
      conflict={{ show: (stored) => <TextPreview text={stored} />, save: 'Save' }}
      isPartOfPage
      className="mt-3 grid gap-3"
    >
      {(field, isBusy) => {
        const { errors, ...control } = { ...field('contentValue'), ...attributes };
        const described = describedBy(EDITOR_ID, { help, errors });
        return (
          <>
            {help ? (
              <p id={fieldIds(EDITOR_ID).help} className="text-muted text-sm">
                {help}
              </p>
            ) : null}
            {isMultiLine(text) ? (
              <textarea
                {...control}
                {...described}
                rows={rowsFor(text.contentValue)}
                className="control scroll-mt-40"
              />
            ) : (
              <input
                {...control}
                {...described}
                maxLength={MAX_VALUE}
                autoComplete="off"
                className="control scroll-mt-40"
              />
            )}
            <FieldError id={fieldIds(EDITOR_ID).error} errors={errors} />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" look="primary" className="btn-small" disabled={isBusy}>
                Save
              </Button>
              <Link to={paths.admin.pages(tab)} className={buttonClass('quiet', 'btn-small')} preventScrollReset>
                Cancel
              </Link>
            </div>
          </>
        );
      }}
    </StaffForm>
  );
}

/** As many lines as the text will need, roughly. */
const rowsFor = (value: string) =>
  Math.min(
    16,
    Math.max(
      4,
      value.split('\n').reduce((rows, line) => rows + Math.ceil(line.length / 80) || 1, 1),
    ),
  );
