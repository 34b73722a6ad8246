import type { ReactNode } from 'react';
import { otherParts, partLabels, partText } from '../receive/enquiry-parts.ts';
import { paths } from '../../paths.ts';
import { telephoneHref } from '../../ui/contact-links.ts';
import { sizeText } from '../../ui/size-text.ts';
import { EmailLink } from './email-link.tsx';
import type { MessageDetails } from '../inbox/inbox.ts';

export function MessageParts({ of: message }: { of: MessageDetails }) {
  const { id, name, email, subject, phone, company, receivedAt, received, files } = message;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      <Detail label={partLabels.name}>{name}</Detail>
      <Detail label={partLabels.email}>
        <EmailLink email={email} />
      </Detail>
      {phone ? (
        <Detail label="Phone">
          <a href={telephoneHref(phone)} className="text-link underline">
            {phone}
          </a>
        </Detail>
      ) : null}
      {company ? <Detail label="Company">{company}</Detail> : null}
      <Detail label={partLabels.subject}>{subject}</Detail>
      {otherParts.map((part) => (
        <Detail key={part} label={partLabels[part]}>
          {partText(message, part)}
        </Detail>
      ))}
      <Detail label="Received">
        <time dateTime={receivedAt}>{received}</time>
      </Detail>
      <Detail label={partLabels.message}>
        <span className="bg-surface border-border block border-l-4 p-4 whitespace-pre-wrap">{message.message}</span>
      </Detail>
      {files.length ? (
        <Detail label="Files">
          <ul>
            {files.map((file) => (
              <li key={file.id}>
                <a href={paths.admin.enquiryFile(id, file.id)} download className="text-link underline">
                  {file.name}
                </a>{' '}
                <span className="text-muted whitespace-nowrap">{sizeText(file.sizeBytes)}</span>
              </li>
            ))}
          </ul>
        </Detail>
      ) : null}
    </dl>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
