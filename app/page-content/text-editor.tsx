import { Form, Link, useNavigation } from '@remix-run/react';
import { NoticeBanner } from '../http/notice-banner.tsx';
import type { Notice } from '../http/notice.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { describedBy, FieldError, fieldIds } from '../ui/field.tsx';
import { isMultiLine, MAX_VALUE, type ManagedText, type PageName } from './page-content.schema.ts';
import { TextPreview } from './text-preview.tsx';
import { useAnswer } from '../http/use-answer.ts';

export const EDITOR_ID = 'content-value';

/** The answer to a text that was not saved. */
export interface TextAnswer {
  notice: Notice;
  /** What was typed; absent where the form still holds it. */
  typed?: string;
  problem?: string;
  /** What somebody else saved in between. */
  stored?: ManagedText;
}

interface TextEditorProps {
  text: ManagedText;
  tab: PageName;
  /** The heading that names the text. */
  labelledBy: string;
  answer: TextAnswer | undefined;
}

const helpFor: Partial<Record<ManagedText['contentType'], string>> = {
  list: 'One item a line.',
  html: 'HTML: paragraphs, bold, italic, lists, links, quotes and small headings; everything else is taken out.',
};

/** The form of one text. After a conflict it carries the newer version: saving is a choice. */
export function TextEditor({ text, tab, labelledBy, answer }: TextEditorProps) {
  const address = paths.admin.pages(tab, text.id ?? text.sectionKey);
  const { formAction } = useNavigation();
  const isBusy = formAction === address;
  const banner = useAnswer(answer?.notice);
  const stored = answer?.stored;
  const errors = answer?.problem ? [answer.problem] : undefined;
  const help = helpFor[text.contentType];
  const control = {
    id: EDITOR_ID,
    name: 'contentValue',
    required: true,
    defaultValue: answer?.typed ?? text.contentValue,
    'aria-labelledby': labelledBy,
    ...describedBy(EDITOR_ID, { help, errors }),
  };
  return (
    <Form method="post" action={address} noValidate preventScrollReset className="mt-3 grid gap-3">
      <NoticeBanner notice={banner} />
      {stored ? (
        <section aria-labelledby="theirs" className="border-accent bg-bg grid gap-2 border-l-4 p-4">
          <h3 id="theirs" className="text-base">
            Saved by someone else
          </h3>
          <TextPreview text={stored} />
          <p>
            Yours is below. Save puts it in place of theirs, or{' '}
            <Link to={paths.admin.pages(tab)} reloadDocument className="text-link underline">
              keep theirs
            </Link>
            .
          </p>
        </section>
      ) : null}
      <input type="hidden" name="version" value={(stored ?? text).version} />
      {help ? (
        <p id={fieldIds(EDITOR_ID).help} className="text-muted text-sm">
          {help}
        </p>
      ) : null}
      {isMultiLine(text) ? (
        <textarea {...control} rows={rowsFor(text.contentValue)} className="control scroll-mt-40" />
      ) : (
        <input {...control} maxLength={MAX_VALUE} autoComplete="off" className="control scroll-mt-40" />
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
    </Form>
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
