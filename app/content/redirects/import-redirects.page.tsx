import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useSearchParams } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta } from '../../forms/answer.ts';
import { FileField, sendFile, type FileAnswer } from '../../forms/file-field.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { decodeText, storableText } from '../../http/storable-text.ts';
import { paths } from '../../paths.ts';
import { withListQuery } from '../../forms/list-query.ts';
import { CSV_BYTES, readCsv, redirectFileSchema, type WrongLine } from './redirect.schema.ts';
import { importRedirects } from './redirects.server.ts';
import { focusFirst } from '../../ui/field.tsx';

const TITLE = 'Import Redirects';
const IMPORT_FAILED = 'Failed to import redirects';
const UPLOAD_MS = 60_000;
const TOO_LARGE = 'This file is larger than 1 MiB';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return null;
}

export const action = withFailureReply(IMPORT_FAILED, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'editor');
  context.beginUpload?.(UPLOAD_MS);
  const limits = { file: { maxBytes: CSV_BYTES, tooLarge: { file: [TOO_LARGE] } } };
  const form = await parseForm(context, request, redirectFileSchema, limits);
  if (!form.ok) return form.reply;
  const { lines, wrong } = readCsv(storableText(decodeText(Buffer.from(await form.value.file.arrayBuffer()))));
  if (!lines.size && !wrong.length)
    return form.invalid({ file: ['This file has no lines: each has to be two paths with a comma between'] });
  const done = await importRedirects(entityManager(context), lines, wrong, by);
  if ('wrong' in done) return form.invalid({ file: nameLines(done.wrong) });
  const title = lines.size === 1 ? '1 redirect imported' : `${lines.size} redirects imported`;
  const list = withListQuery(paths.admin.redirects, new URL(request.url).searchParams);
  return redirectWithToast(context, list, { title, undo: done.revision });
});

const MOST_NAMED = 100; // a wrong file of 1 MiB would make a page of 90

function nameLines(wrong: WrongLine[]): string[] {
  const named = wrong.slice(0, MOST_NAMED).map(([line, problem]) => `Line ${line}: ${problem}.`);
  if (wrong.length > MOST_NAMED)
    named.push(`${(wrong.length - MOST_NAMED).toLocaleString('en-US')} more lines are wrong.`);
  return [['Nothing was imported.', ...named].join('\n')];
}

const findProblem = (file: File) => Promise.resolve(file.size > CSV_BYTES ? TOO_LARGE : null);

export const clientAction = sendFile({ schema: redirectFileSchema, findProblem, tooLarge: TOO_LARGE }, IMPORT_FAILED);
export const meta = adminMeta(TITLE);

export default function ImportRedirectsPage() {
  const answer = useActionData<FileAnswer>();
  const [query] = useSearchParams();
  return (
    <FormDialog
      title={TITLE}
      closeTo={withListQuery(paths.admin.redirects, query)}
      action={withListQuery(paths.admin.importRedirects, query)}
      encType="multipart/form-data"
      schema={redirectFileSchema}
      loaded={{}}
      answer={answer}
      save={TITLE}
    >
      {(field, isBusy) => (
        <FileField
          {...field('file')}
          {...{ answer, isBusy, findProblem }}
          label="CSV file"
          help={
            <>
              Two columns, <code>from,to</code>, one redirect a line: <code>/old.html,/services</code>. Where{' '}
              <code>to</code> is empty or the word gone, visitors are told that it is gone (410). A line takes the place
              of the redirect from its path, if there is one. If any line is wrong, nothing is imported.
            </>
          }
          accept=".csv,text/csv,text/plain"
          aria-required
          {...focusFirst}
        />
      )}
    </FormDialog>
  );
}
