import { localDateTime } from '../../time/dates.ts';
import type { FactorState } from './second-factor.schema.ts';

const FEW = 3;

/** Since when it is on, and how many recovery codes are left. */
export function FactorFacts({ factor: { since, codesLeft } }: { factor: FactorState }) {
  return (
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
}
