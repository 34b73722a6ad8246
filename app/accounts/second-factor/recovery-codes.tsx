import { useEffect, useRef } from 'react';
import { paths } from '../../paths.ts';
import { RouteButton } from '../../ui/route-button.tsx';

/** The recovery codes, this once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [codes]);
  return (
    <section className="card border-l-accent grid gap-4 border-l-4 p-5" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" ref={heading} tabIndex={-1} className="text-lg">
        Your recovery codes
      </h2>
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
    </section>
  );
}
