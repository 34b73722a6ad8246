import type { AppLoadContext } from '@remix-run/node';
import type { Unsent } from '../../maintenance/require-site-open.server.ts';
import { paths } from '../../paths.ts';
import { labels } from './enquiry-fields.tsx';
import { preferredContactLabel, serviceTypeLabel } from '../receive/enquiry-options.ts';
import { readFormWithFiles } from '../files/read-form.server.ts';

/** Reads what a visitor sent during maintenance. Files are left out: no page can put them back into a form. */
export async function readUnsent(context: AppLoadContext, request: Request): Promise<Unsent> {
  const { form, files, discard } = await readFormWithFiles(context, request);
  await discard();
  const names = [...Object.keys(labels), 'formId', 'website'];
  const fields = names
    .map((name): [string, string] => [name, String(form.get(name) ?? '')])
    .filter(([name, value]) => name !== 'files' && value.trim());
  const shown = new Map(fields);
  const serviceType = shown.get('serviceType');
  const preferredContact = shown.get('preferredContact');
  if (serviceType) shown.set('serviceType', serviceTypeLabel(serviceType));
  if (preferredContact) shown.set('preferredContact', preferredContactLabel(preferredContact));
  const { consent: _, files: __, ...told } = labels;
  const lines = Object.entries(told).flatMap(([name, label]) =>
    shown.has(name) ? `${label}: ${shown.get(name)}` : [],
  );
  if (files.length) lines.push(`${labels.files}, to be chosen again: ${files.map(({ name }) => name).join(', ')}`);
  return { action: paths.contactForm, fields, text: lines.join('\n') };
}
