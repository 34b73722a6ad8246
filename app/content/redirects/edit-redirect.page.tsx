import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { DialogButtons } from '../../forms/dialog-buttons.tsx';
import { StaffForm } from '../../forms/staff-form.tsx';
import { textIn } from '../../forms/typing/typed-values.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/conflict.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { describeTarget, MAX_PATH, redirectSchema, type ManagedRedirect } from './redirect.schema.ts';
import { findManaged, saveRedirect } from './redirects.server.ts';

const SAVE_FAILED = 'Failed to save redirect';
const SAVE = 'Save Redirect';

/** Serves two addresses: an address without an id asks for a new redirect, perhaps from a path that was missed. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  if (!params.id) return { from: textIn(new URL(request.url).searchParams, 'from').slice(0, MAX_PATH) };
  const redirect = await findManaged(entityManager(context), readId(params.id));
  if (!redirect) throw notFound();
  return { redirect, from: redirect.fromPath };
}

export const action = withFailureReply(SAVE_FAILED, async ({ request, context, params }) => {
  const { by } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, redirectSchema);
  if (!form.ok) return form.reply;
  const saved = await saveRedirect(entityManager(context), form.value, by, params.id ? readId(params.id) : undefined);
  if (saved.outcome === 'gone') throw notFound();
  if (saved.outcome === 'invalid') return form.invalid({ [saved.problem.field]: [saved.problem.text] });
  if (saved.outcome === 'outdated') return form.conflict(saved.stored);
  const title = form.value.intent ? 'Redirect deleted' : 'Redirect saved';
  return redirectWithToast(context, paths.admin.redirects, { title, undo: saved.revision });
});

export const clientAction = withFailureNotice(SAVE_FAILED);

const titleFor = (redirect?: object) => (redirect ? 'Edit Redirect' : 'Add Redirect');
export const meta = adminMeta<{ redirect?: object } | undefined>((loaded) => titleFor(loaded?.redirect));

export default function EditRedirectPage() {
  const { redirect, from } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<ManagedRedirect>>();
  return (
    <RouteDialog title={titleFor(redirect)} closeTo={paths.admin.redirects} size="wide">
      <StaffForm
        key={redirect?.id}
        action={redirect ? paths.admin.editRedirect(redirect.id) : paths.admin.newRedirect()}
        schema={redirectSchema}
        loaded={{ from, to: redirect?.toPath ?? '' }}
        answer={answer}
        version={redirect?.version}
        conflict={{ show: showStored, save: SAVE }}
      >
        {(field, isBusy) => (
          <>
            <TextField
              {...field('from')}
              label="From"
              help="The old path on this site, such as /our-services.html"
              maxLength={MAX_PATH}
              autoComplete="off"
              spellCheck={false}
              required
              {...(from ? {} : focusFirst)}
            />
            <TextField
              {...field('to')}
              label="To"
              optional
              help="A page of this site, such as /services. Leave it empty where nothing takes its place: visitors are then told that it is gone (410)."
              maxLength={MAX_PATH}
              autoComplete="off"
              spellCheck={false}
              {...(from ? focusFirst : {})}
            />
            <DialogButtons isBusy={isBusy} label={SAVE} cancelTo={paths.admin.redirects} />
            {redirect ? (
              <Button type="submit" name="intent" value="delete" look="danger" className="justify-self-start">
                Delete Redirect
              </Button>
            ) : null}
          </>
        )}
      </StaffForm>
    </RouteDialog>
  );
}

const showStored = ({ fromPath, toPath }: ManagedRedirect) => (
  <Facts of={{ From: fromPath, To: describeTarget(toPath) }} />
);
