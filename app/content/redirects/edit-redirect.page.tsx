import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { parseForm, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { readText } from '../../forms/typing/typed-values.ts';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/conflict.tsx';
import { focusFirst, TextField } from '../../ui/field.tsx';
import { withListQuery } from '../../forms/list-query.ts';
import { describeTarget, MAX_PATH, redirectSchema, type ManagedRedirect } from './redirect.schema.ts';
import { findManaged, saveRedirect } from './redirects.server.ts';

const SAVE_FAILED = 'Failed to save redirect';

/** Serves two addresses: the one without an id is for a new redirect, perhaps from a path that was missed. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  if (!params.id) return { from: typedAs(readText(new URL(request.url).searchParams, 'from').slice(0, MAX_PATH)) };
  const redirect = requireFound(await findManaged(entityManager(context), readId(params.id)));
  return { redirect, from: typedAs(redirect.fromPath) };
}

/** Saving decodes what is typed once more. */
const typedAs = (path: string) => path.replaceAll('%', '%25');

export const action = withFailureReply(SAVE_FAILED, async ({ request, context, params }) => {
  const { by } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, redirectSchema);
  if (!form.ok) return form.reply;
  const saved = await saveRedirect(entityManager(context), form.value, by, params.id ? readId(params.id) : undefined);
  if (saved.outcome === 'invalid') return form.invalid({ [saved.problem.field]: [saved.problem.text] });
  const list = withListQuery(paths.admin.redirects, new URL(request.url).searchParams);
  return form.answer(saved, list, form.value.intent ? 'Redirect deleted' : 'Redirect saved');
});

export const clientAction = withFailureNotice(SAVE_FAILED);

const titleFor = (redirect?: object) => (redirect ? 'Edit Redirect' : 'Add Redirect');
export const meta = adminMeta<{ redirect?: object } | undefined>((loaded) => titleFor(loaded?.redirect));

export default function EditRedirectPage() {
  const { redirect, from } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const path = { maxLength: MAX_PATH, autoComplete: 'off', spellCheck: false };
  return (
    <FormDialog
      title={titleFor(redirect)}
      closeTo={withListQuery(paths.admin.redirects, query)}
      action={withListQuery(redirect ? paths.admin.editRedirect(redirect.id) : paths.admin.newRedirect(), query)}
      schema={redirectSchema}
      loaded={{ from, to: typedAs(redirect?.toPath ?? '') }}
      answer={useActionData<FormAnswer<ManagedRedirect>>()}
      version={redirect?.version}
      save="Save Redirect"
      show={({ fromPath, toPath }) => <Facts of={{ From: fromPath, To: describeTarget(toPath) }} />}
      below={
        redirect ? (
          <Button type="submit" name="intent" value="delete" look="danger" className="justify-self-start">
            Delete Redirect
          </Button>
        ) : null
      }
    >
      {(field) => (
        <>
          <TextField
            {...field('from')}
            {...path}
            label="From"
            help="The old path on this site, such as /our-services.html"
            required
            {...(from ? {} : focusFirst)}
          />
          <TextField
            {...field('to')}
            {...path}
            label="To"
            optional
            help="A page of this site, such as /services. Leave it empty where nothing takes its place: visitors are then told that it is gone (410)."
            {...(from ? focusFirst : {})}
          />
        </>
      )}
    </FormDialog>
  );
}
