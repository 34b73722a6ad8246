import { EnvelopeIcon, PhoneIcon } from '@heroicons/react/24/outline';
import { mailHref, telephoneHref } from '../ui/contact-links.ts';
import { Mark } from '../ui/mark.tsx';
import { Drawing } from '../ui/site/drawings/drawing.tsx';
import loadHeld from '../ui/site/drawings/load-held.svg?raw';
import { AdminStrip } from './strips.tsx';
import type { ClosedAnswer, Unsent } from './require-site-open.server.ts';
import { DEFAULT_MAINTENANCE_MESSAGE, expectedBack, MAINTENANCE_TITLE } from './site-status.ts';
import { useLocation } from '@remix-run/react';
import { paths } from '../paths.ts';
import { useRootData } from '../forms/root-data.ts';

interface MaintenanceScreenProps extends Pick<ClosedAnswer, 'message' | 'until' | 'isAdmin'> {
  company: { name: string; email: string; phones: string[] } | undefined;
  retryHref: string;
  unsent?: Unsent | null;
}

/** Plain links only: it must work when little else does. */
export function MaintenanceScreen({ message, until, company, retryHref, unsent, isAdmin }: MaintenanceScreenProps) {
  const { name = '', email = '', phones: [phone = ''] = [] } = company ?? {};
  return (
    <div className="flex min-h-svh flex-col">
      {isAdmin ? <AdminStrip /> : null}
      <div className="hazard" aria-hidden />
      <main id="main" className="blueprint on-dark flex flex-1 items-center">
        <div className="wrap grid items-center gap-12 py-12 lg:grid-cols-[3fr_2fr]">
          <div>
            <p className="font-display flex items-center gap-3 text-lg font-semibold text-white">
              <Mark />
              {name}
            </p>
            <h1 className="h1 mt-8 text-white outline-none">{MAINTENANCE_TITLE}</h1>
            <p data-message className="lead mt-5 max-w-[33em] whitespace-pre-line text-mist-100">
              {message || DEFAULT_MAINTENANCE_MESSAGE}
            </p>
            <p className="font-display mt-4 font-semibold text-amber-400">We&apos;ll be back online soon</p>
            <p data-until hidden={!until} className="font-display mt-1 text-lg font-semibold text-white">
              {expectedBack(until, Date.now())}
            </p>
            {unsent ? (
              <UnsentForm {...unsent} />
            ) : (
              <a data-retry href={retryHref} className="btn btn-primary mt-7">
                Try again
              </a>
            )}
            <p className="mt-10 text-mist-100">For urgent inquiries, please contact us directly:</p>
            <div className="mt-3 flex flex-wrap gap-3">
              <a href={mailHref(email)} className="btn btn-light">
                <EnvelopeIcon aria-hidden className="size-5" />
                {email}
              </a>
              <a href={telephoneHref(phone)} className="btn btn-light tabular-nums">
                <PhoneIcon aria-hidden className="size-5" />
                {phone}
              </a>
            </div>
          </div>
          {/* These classes keep both colours in each page's styles, for its own drawings as well. */}
          <Drawing of={loadHeld} className="text-steel-300 mx-auto w-full max-w-80 stroke-amber-500 max-lg:hidden" />
        </div>
      </main>
    </div>
  );
}

function UnsentForm({ action, fields, text }: Unsent) {
  return (
    <unsent-enquiry>
      <form method="post" action={action} className="mt-7">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="bg-navy-950/60 max-w-[38em] border-l-4 border-amber-500 p-5">
          <label htmlFor="unsent-text" className="block font-semibold text-white">
            Your message was not sent. Here is your text, so that you can copy it:
          </label>
          <textarea
            id="unsent-text"
            readOnly
            rows={7}
            className="control text-navy-950 mt-3 bg-white"
            defaultValue={text}
          />
        </div>
        <button type="submit" className="btn btn-primary mt-7">
          Try again
        </button>
      </form>
    </unsent-enquiry>
  );
}

/** The screen as an answer. `<live-status>` replaces it when maintenance ends. */
export function MaintenancePage({ reply }: { reply: ClosedAnswer }) {
  const { pathname, search } = useLocation();
  const company = useRootData()?.company;
  return (
    <live-status data-events={paths.events}>
      <div data-screen>
        <MaintenanceScreen {...reply} company={company} retryHref={pathname + search} />
      </div>
    </live-status>
  );
}
