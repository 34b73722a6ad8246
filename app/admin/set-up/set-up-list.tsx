import { Form, Link } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import type { Mark } from './set-up.schema.ts';
import type { readSetUp } from './set-up.server.ts';

type SetUp = Awaited<ReturnType<typeof readSetUp>>;

export const SetUpList = ({ missing, notForUs }: SetUp) => (
  <>
    <Steps of={missing} intent="not-for-us" label="Not for us" />
    {notForUs.length ? (
      <details className="mt-3">
        <summary className="text-link w-fit cursor-pointer py-1 font-semibold">{`Not for us (${notForUs.length})`}</summary>
        <Steps of={notForUs} intent="show-again" label="Show again" />
      </details>
    ) : null}
  </>
);

const Steps = ({ of, intent, label }: { of: SetUp['missing']; intent: Mark['intent']; label: string }) => (
  <ul className="divide-border mt-2 divide-y empty:hidden">
    {of.map(({ name, text, to }) => (
      <li key={name} className="flex items-center justify-between gap-4 py-1">
        <Link
          id={`set-up-${name}`}
          to={to}
          prefetch="intent"
          className="text-link min-w-0 py-1 wrap-anywhere underline"
        >
          {text}
        </Link>
        <Form method="post" action={paths.admin.setUp} className="flex-none" preventScrollReset>
          <input type="hidden" name="step" value={name} />
          <Button
            type="submit"
            look="quiet"
            className="btn-small -mr-2.5 px-2.5! text-sm! font-medium!"
            name="intent"
            value={intent}
            aria-describedby={`set-up-${name}`}
          >
            {label}
          </Button>
        </Form>
      </li>
    ))}
  </ul>
);
