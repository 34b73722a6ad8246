import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { parseForm, tryAgainIn, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { isMailed } from '../../mail/sender.server.ts';
import { paths } from '../../paths.ts';
import { EmailField } from '../email-field.tsx';
import { SecretForm } from '../passwords/secret-form.tsx';
import { Entrance, EntranceLink } from '../sign-in/entrance.tsx';
import { SubmitButton } from '../../ui/button.tsx';
import { forgotSchema } from '../staff.schema.ts';
import { LIMIT_SECONDS, requestReset } from './recovery.server.ts';

const NOT_NOW = 'We cannot send a link at the moment. Please try again in a minute.';
const TOO_MANY = 'Too many links have been asked for from your network. Please try again in an hour.';
const titles = { ask: 'Forgotten Password', sent: 'Look in Your Mailbox', kept: 'No Mail Is Sent' };

export function loader({ request, context }: LoaderFunctionArgs) {
  const isSent = new URL(request.url).searchParams.has('sent');
  const state: keyof typeof titles = !isSent ? 'ask' : isMailed(context.app.env) ? 'sent' : 'kept';
  return { state, hasFailed: context.hasFailed };
}

export const action = withFailureReply(NOT_NOW, async ({ request, context }) => {
  const form = await parseForm(context, request, forgotSchema);
  if (!form.ok) return form.reply;
  const isDone = await requestReset(entityManager(context), context, form.value.email);
  if (!isDone) return form.notDone(TOO_MANY, 429, tryAgainIn(LIMIT_SECONDS));
  return redirect(paths.admin.forgotSent, 303);
});

export const clientAction = withFailureNotice(NOT_NOW);
export const meta = adminMeta<{ state: keyof typeof titles } | undefined>((loaded) => titles[loaded?.state ?? 'ask']);

export default function ForgotPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <Entrance title={titles[state]}>
      {state === 'ask' ? <AskForm /> : state === 'sent' ? sent : kept}
      <EntranceLink to={paths.admin.login}>Back to sign-in</EntranceLink>
    </Entrance>
  );
}

function AskForm() {
  const answer = useActionData<FormAnswer>();
  return (
    <>
      <p className="text-muted mt-1.5">
        Type the email address of your account. We send it a link by which you choose a new password.
      </p>
      <SecretForm action={paths.admin.forgot} answer={answer} schema={forgotSchema} className="mt-6">
        {(field, isBusy) => (
          <>
            <EmailField answer={answer} errors={field('email').errors} />
            <SubmitButton isBusy={isBusy}>{isBusy ? 'Sending...' : 'Send Link'}</SubmitButton>
          </>
        )}
      </SecretForm>
    </>
  );
}

const kept = (
  <p className="mt-4">
    No mail service is set: if there is an account with the address you typed, its mail is kept in the outbox, not
    mailed. Ask an administrator for the link in it, which works once, within the next hour.
  </p>
);

/** The same text whether or not the account exists. */
const sent = (
  <>
    <p className="mt-4">If there is an account with the address you typed, a mail with a link is on its way to it.</p>
    <p className="mt-3">The link works once, within the next hour. Of several mails only the newest one counts.</p>
    <p className="text-muted mt-3">
      Nothing there after a few minutes? Look among the spam, or ask an administrator. We send an address at most 3
      mails an hour.
    </p>
  </>
);
