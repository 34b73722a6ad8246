import { paths } from '../../paths.ts';
import { RouteButton } from '../../ui/route-button.tsx';
import { FactorFacts } from './factor-facts.tsx';
import type { FactorState } from './second-factor.schema.ts';

/** What the account page says of the second factor; null where there is none. */
export function SecondFactorSection({ factor }: { factor: FactorState | null }) {
  return (
    <section className="card grid gap-4 p-5" aria-labelledby="second-factor">
      <div>
        <h2 id="second-factor" className="text-lg">
          Second factor
        </h2>
        <p className="text-muted mt-1">
          {factor
            ? 'You are asked for a code from your authenticator app when you sign in.'
            : 'Off: your password alone signs you in. With it, you are also asked for a code from an app on your phone.'}
        </p>
      </div>
      {factor ? <FactorFacts factor={factor} /> : null}
      <div>
        <RouteButton to={paths.admin.secondFactor}>
          {factor ? 'Manage Second Factor' : 'Set Up Second Factor'}
        </RouteButton>
      </div>
    </section>
  );
}
