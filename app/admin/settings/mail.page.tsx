import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { findRoundTrip, sendRoundTrip } from '../../enquiries/inbound/round-trip.server.ts';
import { splitAddresses } from '../../enquiries/inbound/reply-address.server.ts';
import { mailToSchema } from './mail-to.schema.ts';
import { SAVE_FAILED } from './settings.schema.ts';
import { saveFields } from './settings.server.ts';
import { readSettings, type Settings } from '#db/settings.ts';
import { parseForm, redirectWithToast, tryAgainIn, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { useErrorTitle } from '../../forms/toasts/use-error-title.ts';
import { useFormKey } from '../../forms/use-answer.ts';
import { countHit, type Limit } from '../../http/rate-limit.server.ts';
import { isMailed } from '../../mail/sender.server.ts';
import { paths } from '../../paths.ts';
import { z } from '../../schemas/zod.ts';
import { MailToForm } from './mail-to-form.tsx';
import { RoundTrip, SendTest } from './mail-tests.tsx';
import { senderDomain, senderRecords } from './sender-records.server.ts';
import { SenderRecords } from './sender-records.tsx';
import { sendTest } from './test-mail.server.ts';
import { TextLink } from '../../ui/text-link.tsx';

const schema = z.discriminatedUnion('intent', [mailToSchema, z.object({ intent: z.enum(['test', 'round-trip']) })]);
const limit: Limit = { name: 'test-mail', max: 5, seconds: 600 };

type Answer = FormAnswer<Settings> & { tested?: string };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const { app } = context;
  const { MAIL_TO = '', INBOUND_ADDRESS } = app.env;
  const em = entityManager(context);
  const domain = senderDomain(app);
  const [settings, trip, records] = await Promise.all([
    readSettings(em),
    INBOUND_ADDRESS ? findRoundTrip(em) : null,
    domain ? senderRecords(app, domain) : null,
  ]);
  const addresses = splitAddresses(settings.mailTo ?? MAIL_TO);
  return { settings, addresses, isMailed: isMailed(app.env), inbound: INBOUND_ADDRESS ?? null, trip, domain, records };
}

const notDone = (intent: string) => (intent === 'save' ? SAVE_FAILED : 'Failed to send the mail');

export const action = withFailureReply(notDone, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, schema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  const { intent } = form.value;
  if (intent === 'save') {
    const { version, mailTo } = form.value;
    const saved = await saveFields(em, version, { mailTo }, by);
    if (saved.outcome === 'outdated') return form.conflict(saved.stored);
    return redirectWithToast(context, paths.admin.mailSettings, 'Settings saved');
  }
  const { app } = context;
  if (intent === 'round-trip' && !app.env.INBOUND_ADDRESS) return form.notDone('INBOUND_ADDRESS is not set', 409);
  if (!(await countHit(em, limit, intent)))
    return form.notDone('These were 5 in 10 minutes: please wait a little', 429, tryAgainIn(limit.seconds));
  if (intent === 'test') return data<Answer>({ tested: await sendTest(app, em, by) });
  await sendRoundTrip(app, em);
  return redirect(paths.admin.mailSettings, 303); // that page shows the outcome
});

export const clientAction = withFailureNotice(notDone);
export const meta = adminMeta('Mail Settings | Admin');

export default function MailSettingsPage() {
  const { settings, addresses, isMailed, inbound, trip, domain, records } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  const { intent = 'save' } = answer?.result?.initialValue ?? {};
  const ofForm = answer && !('tested' in answer) && intent === 'save' ? answer : undefined;
  const notice = ofForm ? undefined : answer?.notice;
  useErrorTitle(notice);
  return (
    <div className="grid max-w-2xl gap-6">
      <div>
        <h1 className="text-2xl">Mail</h1>
        <p className="mt-2">
          <TextLink back={paths.admin.settings}>Back to Settings</TextLink>
        </p>
      </div>
      <FlashBanner notice={notice} />
      <MailToForm
        key={useFormKey(settings.version, ofForm)}
        addresses={addresses}
        version={settings.version}
        answer={ofForm}
      />
      <SendTest isMailed={isMailed} isPossible={addresses.length > 0} result={answer?.tested} />
      <RoundTrip address={inbound} trip={trip} />
      <SenderRecords domain={domain} records={records} />
    </div>
  );
}
