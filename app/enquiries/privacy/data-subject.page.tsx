import type { LoaderFunctionArgs } from '@remix-run/node';
import { ArrowDownTrayIcon } from '@heroicons/react/24/outline';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import {
  parseForm,
  readOrExplain,
  redirectWithToast,
  tryAgainIn,
  withFailureReply,
} from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { useSearchForm } from '../../forms/use-search-form.ts';
import { useAnswer } from '../../forms/use-answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { paths } from '../../paths.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { othersEmail } from '../../accounts/email-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { EraseForm } from './erase-form.tsx';
import { erasePerson } from './erase.server.ts';
import { countText, FETCH_FAILED, parseCursor } from '../inbox/inbox.ts';
import { ERASE_FAILED, erasureSchema, NOTHING_STORED, readPerson, STILL_SENDING } from './data-subject.ts';
import { findPerson } from './data-subject.server.ts';
import { Elsewhere, Enquiries } from './data-subject-list.tsx';
import { EMAIL_MAX } from '../../schemas/limits.ts';

const TITLE = "A Person's Data";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const query = new URL(request.url).searchParams;
  const email = readPerson(query);
  const cursor = parseCursor(query.get('place'));
  const read = await readOrExplain(context, FETCH_FAILED, async () => ({
    person: email ? await findPerson(entityManager(context), email, cursor) : null,
  }));
  return { email, isFirst: !cursor, ...read };
}

export const action = withFailureReply(ERASE_FAILED, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'admin');
  const email = readPerson(new URL(request.url).searchParams);
  const form = await parseForm(context, request, erasureSchema(email));
  if (!form.ok) return form.reply;
  const erased = await erasePerson(entityManager(context), form.value.confirmation, by);
  if (erased.outcome === 'gone') return form.notDone(NOTHING_STORED, 404);
  if (erased.outcome === 'sending') return form.notDone(STILL_SENDING, 503, tryAgainIn(10));
  return redirectWithToast(context, paths.admin.messages, `Erased ${erased.what}`);
});

export const clientAction = withFailureNotice(ERASE_FAILED);
export const meta = adminMeta(TITLE);

export default function PersonPage() {
  const { email, isFirst, person, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const form = useSearchForm({ email: email ?? '' });
  const isKnown = Boolean(person?.total || person?.elsewhere.length);
  return (
    <div className="grid max-w-4xl gap-6">
      <div>
        <h1 className="text-2xl">{TITLE}</h1>
        <p className="text-muted mt-1 max-w-prose">
          Everything that is stored about an email address, in the inbox, the suspected spam and the trash.
        </p>
      </div>
      <FlashBanner notice={useAnswer(answer?.notice ?? notice)} />
      <Form ref={form} role="search" action={paths.admin.person()} className="flex max-w-xl items-end gap-3">
        <div className="min-w-0 grow">
          <TextField
            id="email"
            name="email"
            inputMode="email"
            {...othersEmail}
            label="Email address"
            defaultValue={email ?? ''}
            maxLength={EMAIL_MAX}
          />
        </div>
        <Button type="submit" className="flex-none">
          Show
        </Button>
      </Form>
      {/* always rendered: few screen readers announce a status that is inserted with its text */}
      <div role="status" className={person?.total ? 'sr-only' : 'empty:absolute'}>
        {person?.total ? <span>{`${describeTotal(person.total)} found`}</span> : null}
        {person && !isKnown ? <p className="card text-muted p-6">{NOTHING_STORED}</p> : null}
      </div>
      {email && person && isKnown ? (
        <>
          <section aria-labelledby="stored" className="grid gap-3">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="stored" tabIndex={-1} className="text-xl">
                {describeTotal(person.total)}
              </h2>
              <ButtonLink href={paths.admin.exportPerson(email)}>
                <ArrowDownTrayIcon aria-hidden className="size-5" />
                Export
              </ButtonLink>
            </div>
            <Elsewhere {...person} />
            <Enquiries {...person} />
            <Pager
              label="Pages of enquiries"
              links={[
                isFirst ? null : { name: 'Newest', to: paths.admin.person(email) },
                person.older ? { name: 'Older', to: `${paths.admin.person(email)}&place=${person.older}` } : null,
              ]}
            />
          </section>
          <EraseForm key={email} email={email} answer={answer} />
        </>
      ) : null}
    </div>
  );
}

const describeTotal = (total: number) => (total === 1 ? '1 enquiry' : `${countText(total)} enquiries`);
