import type { ReactNode } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import type { RoundTripState } from '../../enquiries/inbound/round-trip.server.ts';
import { paths } from '../../paths.ts';
import { Button, RouteButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useScripted } from '../../ui/use-scripted.ts';
import { useLookAgain } from '../use-look-again.ts';

interface SendTestProps {
  isMailed: boolean;
  isPossible: boolean;
  result: string | undefined;
}

export function SendTest({ isMailed, isPossible, result }: SendTestProps) {
  const help = isMailed
    ? ''
    : ' No mail service is set, so it is kept in the outbox: write SMTP_URL, MAIL_FROM and MAIL_TO into the file .env, as the README says, and start the site again.';
  return (
    <Part
      id="test"
      title="Do mails go out?"
      help={`Sends a mail to all addresses that are saved above.${help}`}
      result={result}
    >
      {isPossible || !isMailed ? <SendButton intent="test">Send a test</SendButton> : null}
    </Part>
  );
}

export function RoundTrip({ address, trip }: { address: string | null; trip: RoundTripState | null }) {
  const isWaiting = trip?.is === 'on its way';
  useLookAgain(isWaiting);
  const help = address
    ? `Sends a mail to ${address} and waits until it comes in here. It does not become an enquiry.`
    : 'Answers of clients go to the addresses above. To have them here, set INBOUND_ADDRESS.';
  return (
    <Part id="round-trip" title="Do answers come in?" help={help} result={trip ? tripText(trip) : undefined}>
      {address ? <SendButton intent="round-trip">Send one and see it come back</SendButton> : null}
      {address && (isWaiting || trip?.is === 'late') ? (
        <RouteButton to={paths.admin.mailSettings} reloadDocument>
          Look again
        </RouteButton>
      ) : null}
    </Part>
  );
}

const seconds = (count: number) => (count === 1 ? '1 second' : `${count} seconds`);

function tripText(trip: RoundTripState): string {
  if (trip.is === 'back') return `It came back after ${seconds(trip.seconds)}.`;
  if (trip.is === 'on its way') return `Sent ${seconds(trip.seconds)} ago, and not back yet.`;
  if (trip.is === 'stuck') return `It has not come back: ${trip.reason}.`;
  return 'It has not come back yet, after 2 minutes. Look for it in the mailbox, also among the spam.';
}

function SendButton({ intent, children }: { intent: string; children: ReactNode }) {
  const { formData } = useNavigation();
  const isScripted = useScripted();
  return (
    // A new document would begin at its top, away from the answer.
    <Form method="post" action={isScripted ? undefined : `#${intent}`} preventScrollReset>
      <Button type="submit" name="intent" value={intent} isBusy={formData?.get('intent') === intent}>
        {children}
      </Button>
    </Form>
  );
}

interface PartProps {
  id: string;
  title: string;
  help: string;
  result: string | undefined;
  children: ReactNode;
}

const Part = ({ id, title, help, result, children }: PartProps) => (
  <Card id={id} title={title} text={help} className="grid gap-4">
    <div role="status" className="border-accent border-l-4 pl-3 font-medium empty:absolute empty:border-0">
      {result ? <p>{result}</p> : null}
    </div>
    <div className="flex flex-wrap gap-3 empty:hidden">{children}</div>
  </Card>
);
