import type { FormAnswer } from '../../forms/form-answer.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { RouteButton } from '../../ui/route-button.tsx';
import { FactorFacts } from './factor-facts.tsx';
import { SecretForm } from '../passwords/secret-form.tsx';
import { PasswordAgain } from '../passwords/password-again.tsx';
import type { FactorState } from './second-factor.schema.ts';

interface ManagedFactorProps {
  factor: FactorState;
  isPasswordAsked: boolean;
  answer: FormAnswer | undefined;
}

/** A second factor that is on: new recovery codes, and the way to turn it off. */
export function ManagedFactor({ factor, isPasswordAsked, answer }: ManagedFactorProps) {
  return (
    <>
      <section className="card p-5" aria-label="State">
        <FactorFacts factor={factor} />
      </section>
      <section className="card grid gap-4 p-5" aria-labelledby="new-codes">
        <div>
          <h2 id="new-codes" className="text-lg">
            New recovery codes
          </h2>
          <p className="text-muted mt-1">Ten new ones. Those that you have now stop working.</p>
        </div>
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
      </section>
      <section className="card grid gap-4 p-5" aria-labelledby="turn-off">
        <div>
          <h2 id="turn-off" className="text-lg">
            Turn it off
          </h2>
          <p className="text-muted mt-1">For a new phone as well: turn it off, then set it up again.</p>
        </div>
        <div>
          <RouteButton to={paths.admin.secondFactorOff} look="danger" preventScrollReset>
            Turn Off
          </RouteButton>
        </div>
      </section>
    </>
  );
}
