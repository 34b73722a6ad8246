import { escaped, htmlMail, oneLine } from '../../mail/mail-text.ts';
import type { Mail } from '../../mail/mail.ts';
import { mailPalette, palette } from '../../schemas/colours.ts';
import { telephoneHref } from '../../ui/contact-links.ts';
import { localDateTime } from '../../time/dates.ts';

/** Nothing that the visitor typed is in it: nobody can send a stranger's words through us. */
export interface AcknowledgementFacts {
  id: string;
  /** All that the visitor decides. */
  to: string;
  reference: string;
  receivedAt: Date;
  /** The company's address, which the visitor answers to. */
  replyTo: string | null;
  company: { name: string; phones: string[] };
  appUrl: string;
}

export function acknowledgementMail(facts: AcknowledgementFacts): Mail {
  const { id, to, reference, receivedAt, replyTo, appUrl } = facts;
  const name = oneLine(facts.company.name);
  const phones = facts.company.phones.map(oneLine);
  const came = `Thank you for your enquiry of ${localDateTime(receivedAt)} (Trinidad & Tobago). Its reference is ${reference}.`;
  const promise = 'We answer within 24 hours.';
  const call = 'If it cannot wait, call us and give the reference:';
  const stranger = `You get this mail because your address was given in the contact form of ${appUrl}. If that was not you, you need not do anything.`;
  const links = phones.map(
    (phone) => `<a href="${telephoneHref(phone) ?? ''}" style="color:${mailPalette.link}">${escaped(phone)}</a>`,
  );
  const paragraphs = [
    `${escaped(came)}`,
    `<strong>${promise}</strong>`,
    ...(phones.length ? [`${call}<br>${links.join('<br>')}`] : []),
    escaped(name),
  ].map((text) => `<p style="margin:0 0 16px;max-width:640px">${text}</p>`);
  return {
    id,
    to,
    automatic: 'replied',
    subject: `We have your enquiry ${reference}`,
    replyTo,
    text: [came, '', promise, '', ...(phones.length ? [call, ...phones, ''] : []), name, '', stranger, ''].join('\n'),
    html: htmlMail(
      'We have your enquiry',
      `${paragraphs.join('\n')}
<p style="margin:24px 0 0;max-width:640px;color:${palette.steel600};font-size:13px">${escaped(stranger)}</p>`,
    ),
    date: receivedAt,
  };
}
