import { CheckCircleIcon, ExclamationTriangleIcon, QuestionMarkCircleIcon } from '@heroicons/react/24/outline';
import { Card } from '../../ui/card.tsx';
import type { SenderRecord } from './sender-records.server.ts';

const signs = {
  well: { Icon: CheckCircleIcon, look: 'text-ok', name: 'in order' },
  fault: { Icon: ExclamationTriangleIcon, look: 'text-danger', name: 'to be put right' },
  unknown: { Icon: QuestionMarkCircleIcon, look: 'text-muted', name: 'not known' },
};

export function SenderRecords({ domain, records }: { domain: string | null; records: SenderRecord[] | null }) {
  return (
    <Card
      id="sender"
      title="Are mails believed?"
      text={
        domain
          ? `Receivers look these up for ${domain}. Without them mails land among the spam.`
          : 'No sender is set (MAIL_FROM), so there is nothing to look up.'
      }
      className="grid gap-4"
    >
      {records ? (
        <dl className="grid gap-4">
          {records.map(({ name, state, text, record }) => {
            const { Icon, look, name: says } = signs[state];
            return (
              <div key={name} className="grid gap-1">
                <dt className="flex gap-3 font-semibold">
                  <Icon aria-hidden className={`size-6 flex-none ${look}`} />
                  {name}: {says}
                </dt>
                <dd className="pl-9">{text}</dd>
                {record ? <dd className="text-muted pl-9 font-mono text-sm wrap-anywhere">{record}</dd> : null}
              </div>
            );
          })}
        </dl>
      ) : null}
    </Card>
  );
}
