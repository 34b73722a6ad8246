import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { toText } from '../../forms/typing/typed-values.ts';
import { parseConfirmed } from '../passwords/own-password.server.ts';
import { requireRole } from '../guards.server.ts';
import { openSetUp, showSetUp, type SetUp } from './codes.server.ts';
import { ManagedFactor, RecoveryCodes, type FactorFormProps } from './factor-sections.tsx';
import { FAILED, secondFactorSchema } from './second-factor.schema.ts';
import { readSecondFactor, replaceCodes, turnOn } from './second-factors.server.ts';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { palette } from '../../schemas/colours.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordAgain, SecretForm } from '../passwords/secret-form.tsx';
import { CodeField } from './code-field.tsx';

const TOO_OLD = 'This page was open for too long. Please load it again, and add the key that it then shows.';
const WRONG = 'This is not the code. Please type the one that the app shows now.';
const ON_ALREADY = 'A second factor is on already. If you have not seen its recovery codes, make new ones.';

type Answer = FormAnswer & { codes?: string[] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  const factor = await readSecondFactor(entityManager(context), staff.accountId);
  // Keeps the key after an invalid form, since the app may have it already.
  const sent = openSetUp(context.app, staff, toText(context.typed?.().initialValue?.sealed));
  return {
    factor,
    setUp: factor ? null : showSetUp(context.app, staff, context.companyName, sent ?? undefined),
    owes: staff.owesSecondFactor && !factor,
    isPasswordAsked: staff.isPasswordAsked,
  };
}

export const action = withFailureReply(FAILED, async ({ request, context }) => {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseConfirmed(context, request, staff, secondFactorSchema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  let codes: string[] | null;
  if (form.value.intent === 'set-up') {
    const key = openSetUp(context.app, staff, form.value.sealed)?.key;
    if (!key) return form.notDone(TOO_OLD, 400);
    const on = await turnOn(em, staff, { key, code: form.value.code });
    if (on.outcome === 'invalid') return form.invalid({ code: [WRONG] });
    if (on.outcome === 'on-already') return form.notDone(ON_ALREADY, 409);
    codes = on.codes;
  } else codes = await replaceCodes(em, staff);
  if (!codes) return form.notDone('There is no second factor any more. Please load the page again.', 409);
  return data<Answer>({ codes }); // no redirect, because only this answer holds them
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta('Second factor | Admin');

export default function SecondFactorPage() {
  const { factor, setUp, owes, isPasswordAsked } = useLoaderData<typeof loader>();
  const { codes, ...answered } = useActionData<Answer>() ?? {};
  const answer = Object.keys(answered).length ? answered : undefined;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <h1 className="text-2xl">Second factor</h1>
      {owes ? (
        <p className="border-accent bg-surface border-l-4 px-4 py-3">
          Admins need a second factor here. Please set yours up: then you can go on.
        </p>
      ) : null}
      {codes ? <RecoveryCodes codes={codes} /> : null}
      {setUp ? (
        <section className="card p-5" aria-label="Set up">
          <SetUpForm loaded={setUp} isPasswordAsked={isPasswordAsked} answer={answer} />
        </section>
      ) : null}
      {factor && !codes ? <ManagedFactor factor={factor} isPasswordAsked={isPasswordAsked} answer={answer} /> : null}
      <Outlet />
    </div>
  );
}

function SetUpForm({ loaded, isPasswordAsked, answer }: FactorFormProps & { loaded: SetUp }) {
  const [{ sealed, qr, groups }] = useState(loaded); // the loader gives another key after a wrong code
  return (
    <SecretForm action={paths.admin.secondFactor} answer={answer}>
      {(field, isBusy) => (
        <>
          <input type="hidden" name="sealed" value={sealed} />
          <div className="grid grid-cols-1 items-start gap-x-8 gap-y-5 lg:grid-cols-[auto_1fr]">
            <div className="w-69 max-w-full">
              <QrCode qr={qr} />
            </div>
            <ol className="grid list-decimal gap-4 pl-5">
              <li>Open an authenticator app on your phone. Any of them will do.</li>
              <li>
                Scan the picture with it, or type this key into it:
                <p className="mt-2 flex flex-wrap gap-x-3 gap-y-1 font-mono text-lg">
                  {groups.map((group, i) => (
                    <span key={i}>{`${group} `}</span>
                  ))}
                </p>
              </li>
              <li>Type the code that it then shows. It changes every 30 seconds.</li>
            </ol>
          </div>
          <CodeField label="Code" help="Six digits from the app." {...field('code')} />
          <PasswordAgain id="password" isAsked={isPasswordAsked} errors={field('password').errors} />
          <div>
            <Button type="submit" look="primary" name="intent" value="set-up" isBusy={isBusy}>
              Turn On
            </Button>
          </div>
        </>
      )}
    </SecretForm>
  );
}

/** Dark on white in both themes, with the white edge that cameras need. */
const QrCode = ({ qr: { size, path } }: Pick<SetUp, 'qr'>) => (
  <svg
    role="img"
    aria-label="QR code of the key, for your authenticator app"
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    className="border-border block w-full max-w-69 border forced-color-adjust-none"
  >
    <rect width={size} height={size} fill={palette.white} />
    <path d={path} fill={palette.navy950} />
  </svg>
);
