import { randomUUID } from 'node:crypto';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, Form } from '@remix-run/react';
import { databaseNow } from '#db/database-clock.ts';
import { entityManager } from '#db/orm.ts';
import { parseForm, readOrExplain, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { forgetSubmitted } from '../../forms/typing/kept-typing.ts';
import { paths } from '../../paths.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { ruleTexts } from '../../accounts/staff/manage-staff.schema.ts';
import { LINK_DAYS, linkActionSchema, MOST_LINKS, newLinkSchema } from './preview-link.schema.ts';
import { listLinks, makeLink, revokeLink, type ListedLink } from './preview-access.server.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { inputTime } from '../../time/typed-time.ts';
import { DAY_MS } from '../../time/local-time.ts';
import { TextField } from '../../ui/field.tsx';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { useEffect, useRef, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { useScripted } from '../../ui/use-scripted.ts';
import { TextLink } from '../../ui/text-link.tsx';

const TITLE = 'Links to see the site';

type Answer = FormAnswer<never> & { made?: { name: string; address: string } };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const read = await readOrExplain(context, 'Failed to fetch links', async () => ({
    links: await listLinks(entityManager(context)),
  }));
  return { ...read, now: databaseNow(context.app), formId: randomUUID(), hasFailed: context.hasFailed };
}

const notDone = (intent: string) => `Failed to ${intent === 'revoke' ? 'revoke' : 'make'} the link`;

export const action = withFailureReply(notDone, async ({ request, context }) => {
  const staff = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, linkActionSchema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  if (form.value.intent === 'revoke') {
    const what = (await revokeLink(em, form.value.link, staff.by)) ? 'Link revoked' : 'This link was gone already';
    return redirectWithToast(context, paths.admin.previewLinks, what);
  }
  const { name } = form.value;
  const made = await makeLink(em, staff, form.value);
  if (made.outcome === 'limited')
    return form.notDone(`There are ${MOST_LINKS} links already: revoke one of them first`, 409);
  if (made.outcome === 'revoked')
    return form.notDone('This link was revoked. Load the page again to make another.', 409);
  if (made.outcome === 'no-admin') return form.notDone(ruleTexts['no-admin'], 409);
  if (made.outcome !== 'saved') return form.invalid({ endsAt: [problems[made.outcome]] });
  return data<Answer>({ made: { name, address: made.address } }); // no redirect: it is in this answer and nowhere else
});

const problems = { 'has-ended': 'This time is over', 'too-long': `A link holds for at most ${LINK_DAYS} days` };

export const clientAction = withFailureNotice(notDone);
export const meta = adminMeta(`${TITLE} | Admin`);

export default function PreviewLinksPage() {
  const { links, now, formId, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  const made = answer?.made;
  const isOfForm = answer?.result?.initialValue?.intent !== 'revoke';
  return (
    <div className="grid max-w-3xl gap-6">
      <div>
        <h1 className="text-2xl">{TITLE}</h1>
        <p className="text-muted mt-2">
          Anyone with a link sees the real pages while visitors see the maintenance screen.{' '}
          <TextLink back={paths.admin.maintenance}>Back to Maintenance</TextLink>
        </p>
      </div>
      <FlashBanner notice={(isOfForm ? null : answer?.notice) ?? notice} />
      {made ? <MadeLink {...made} /> : null}
      <LinkForm key={made?.address} now={now} formId={formId} answer={isOfForm && !made ? answer : undefined} />
      {links && <LinkList links={links} />}
    </div>
  );
}

/** @param now in milliseconds since the epoch */
function LinkForm({ now, formId, answer }: { now: number; formId: string; answer: FormAnswer<never> | undefined }) {
  return (
    <Card id="new-link" title="New link">
      <StaffForm
        action={paths.admin.previewLinks}
        schema={newLinkSchema}
        loaded={{ name: '', endsAt: inputTime(new Date(now + DAY_MS).toISOString()) }}
        answer={answer}
        problem={null}
        formId={formId}
        className="mt-4 grid justify-items-start gap-4"
      >
        {(field, isBusy) => (
          <>
            <input type="hidden" name="intent" value="make" />
            <div className="grid w-full gap-4 lg:grid-cols-2">
              <TextField
                {...field('name')}
                label="Name"
                help="Who is it for? Only staff see this."
                required
                maxLength={80}
                autoComplete="off"
              />
              <TextField
                {...field('endsAt')}
                type="datetime-local"
                label="End"
                help={`In at most ${LINK_DAYS} days, time of Trinidad and Tobago`}
                required
              />
            </div>
            <SubmitButton isBusy={isBusy}>{isBusy ? 'Making...' : 'Make Link'}</SubmitButton>
          </>
        )}
      </StaffForm>
    </Card>
  );
}

function LinkList({ links }: { links: ListedLink[] }) {
  if (!links.length) return <p className="text-muted">There are no links now.</p>;
  return (
    <ul className="card divide-border divide-y" aria-label="Links">
      {links.map(({ id, name, by, made, ends }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:px-5">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="font-sans text-base font-semibold wrap-anywhere">{name}</h2>
            <p className="mt-1">Until {ends}</p>
            <p className="text-muted mt-0.5 text-sm wrap-anywhere">
              Made {made} by {by}
            </p>
          </div>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="revoke" />
            <input type="hidden" name="link" value={id} />
            <Button type="submit" className="btn-small" aria-label={`Revoke: ${name}`}>
              <XMarkIcon aria-hidden className="size-4" />
              Revoke
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}

function MadeLink({ name, address }: { name: string; address: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    forgetSubmitted(); // because no toast says that it was made
    heading.current?.focus();
  }, [address]);
  const canCopy = useScripted() && 'clipboard' in navigator; // only in a secure context
  const [copied, setCopied] = useState('');
  const setDone = () => setCopied(address);
  const field = useRef<HTMLInputElement>(null);
  const select = () => field.current?.focus(); // a browser that refuses to copy leaves it to the keyboard
  return (
    <Card id="made-link" ref={heading} title={`The link for ${name}`} className="border-l-accent grid gap-3 border-l-4">
      <p id="made-link-help">Copy it and give it to them. It is shown only now.</p>
      <input
        readOnly
        value={address}
        aria-labelledby="made-link"
        aria-describedby="made-link-help"
        ref={field}
        className="control font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
      {canCopy ? (
        <p className="flex items-center gap-4">
          <Button onClick={() => void navigator.clipboard.writeText(address).then(setDone, select)}>Copy</Button>
          <span role="status">{copied === address ? 'Copied' : ''}</span>
        </p>
      ) : null}
    </Card>
  );
}
