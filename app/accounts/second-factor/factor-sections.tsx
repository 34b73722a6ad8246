import { useEffect, useRef } from 'react';
import type { FormAnswer } from '../../forms/answer.ts';
import { paths } from '../../paths.ts';
import { localDateTime } from '../../time/dates.ts';
import { Button, RouteButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordAgain, SecretForm } from '../passwords/secret-form.tsx';
import type { FactorState } from './second-factors.server.ts';

const ON = 'You are asked for a code from your authenticator app when you sign in.';
const OFF = 'Off: your password alone signs you in. With it, you are also asked for a code from an app on your phone.';

export const SecondFactorSection = ({ factor }: { factor: FactorState | null }) => (
  <Card id="second-factor" className="grid gap-4" title="Second factor" text={factor ? ON : OFF}>
    {factor ? <FactorFacts factor={factor} /> : null}
    <div>
      <RouteButton to={paths.admin.secondFactor}>
        {factor ? 'Manage Second Factor' : 'Set Up Second Factor'}
      </RouteButton>
    </div>
  </Card>
);

const FEW = 3;

const FactorFacts = ({ factor: { since, codesLeft } }: { factor: FactorState }) => (
  <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-3">
    <dt className="text-muted">On since</dt>
    <dd>
      <time dateTime={since}>{localDateTime(new Date(since))}</time>
    </dd>
    <dt className="text-muted">Recovery codes left</dt>
    <dd>
      {codesLeft}
      {codesLeft <= FEW ? <span className="text-danger font-medium"> Please make new ones.</span> : null}
    </dd>
  </dl>
);

export interface FactorFormProps {
  isPasswordAsked: boolean;
  answer: FormAnswer | undefined;
}

export function ManagedFactor({ factor, isPasswordAsked, answer }: FactorFormProps & { factor: FactorState }) {
  return (
    <>
      <section className="card p-5" aria-label="State">
        <FactorFacts factor={factor} />
      </section>
      <Card
        id="new-codes"
        className="grid gap-4"
        title="New recovery codes"
        text="Ten new ones. Those that you have now stop working."
      >
        <SecretForm action={paths.admin.secondFactor} answer={answer}>
          {(field, isBusy) => (
            <>
              <PasswordAgain id="password" isAsked={isPasswordAsked} errors={field('password').errors} />
              <div>
                <Button type="submit" look="secondary" name="intent" value="codes" isBusy={isBusy}>
                  Make New Codes
                </Button>
              </div>
            </>
          )}
        </SecretForm>
      </Card>
      <Card
        id="turn-off"
        className="grid gap-4"
        title="Turn it off"
        text="For a new phone as well: turn it off, then set it up again."
      >
        <div>
          <RouteButton to={paths.admin.secondFactorOff} look="danger" preventScrollReset>
            Turn Off
          </RouteButton>
        </div>
      </Card>
    </>
  );
}

/** Shown once, right after they are made. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [codes]);
  return (
    <Card
      id="recovery-codes"
      ref={heading}
      title="Your recovery codes"
      className="border-l-accent grid gap-4 border-l-4"
    >
      <p>
        Print them, or write them down, and keep them apart from your phone. Each signs you in once when you do not have
        it. They are shown only now.
      </p>
      <ul className="grid gap-x-8 gap-y-2 font-mono sm:text-lg sm:whitespace-nowrap lg:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <RouteButton to={paths.admin.account} look="primary">
          I Have Kept Them
        </RouteButton>
      </div>
    </Card>
  );
}
