import { Link } from '@remix-run/react';
import type { PublicDocument } from '../content/documents/documents.server.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';

export function LapsingDocuments({ documents }: { documents: PublicDocument[] }) {
  return (
    <Card id="lapsing" title="Documents to renew">
      <ul className="divide-border mt-2 divide-y">
        {documents.map(({ id, title, validity, isLapsed }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-1">
            <Link to={paths.admin.replaceFile(id)} className="text-link min-w-0 py-0.5 wrap-anywhere underline">
              {title}
            </Link>
            <span className={`text-sm ${isLapsed ? 'text-danger font-semibold' : 'text-muted'}`}>{validity}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
