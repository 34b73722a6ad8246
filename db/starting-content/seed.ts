import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { PageContent, PdfDocument, Service, SiteStatus } from '../entities/content.ts';
import type { EntityManager } from '../orm.ts';
import { pageTexts } from './page-texts.ts';
import { startingServices } from './services.ts';

const documents = [
  { file: 'company-profile.pdf', title: 'Company Profile', description: 'Who we are, what we do and how we work.' },
  {
    file: 'hse-policy.pdf',
    title: 'H.S.E. Policy',
    description: 'Our commitment to health, safety and the environment.',
  },
  { file: 'mission-statement.pdf', title: 'Mission Statement', description: 'What we stand for on every lift.' },
  {
    file: 'sample-lift-plan.pdf',
    title: 'Sample Lift Plan',
    description: 'The parts of a plan from us. A sample: no real client, site or figure is in it.',
  },
];

const texts = pageTexts.map((text, n) => ({ ...text, displayOrder: n + 1 }));

/** Adds rows for the texts that a later release has introduced, so that staff can edit them. */
export async function addNewTexts(em: EntityManager): Promise<void> {
  const rows = await em.find(PageContent, {}, { disableIdentityMap: true });
  const isNew = ({ pageName, sectionKey }: (typeof texts)[number]) =>
    !rows.some((row) => row.pageName === pageName && row.sectionKey === sectionKey);
  // The pages showed these texts before, so they did not change today.
  const updatedAt = rows.map((row) => row.updatedAt).sort((a, b) => Number(a) - Number(b))[0];
  const missing = texts.filter(isNew).map((text) => ({ ...text, ...(updatedAt && { updatedAt }) }));
  const onConflictFields: ['pageName', 'sectionKey'] = ['pageName', 'sectionKey'];
  if (missing.length) await em.upsertMany(PageContent, missing, { onConflictFields, onConflictAction: 'ignore' });
}

/**
 * Adds the starting content to an empty database; otherwise does nothing.
 * @param em a fresh EntityManager; everything is one transaction
 * @param folder the folder of the sample documents
 * @param putFile stores a document's file
 */
export async function seedIfEmpty(
  em: EntityManager,
  folder: string,
  putFile: (key: string, bytes: Uint8Array) => Promise<void>,
): Promise<boolean> {
  if (await em.count(SiteStatus)) return false;
  em.create(SiteStatus, { maintenanceMode: false, message: null });
  for (const [n, service] of startingServices.entries()) em.create(Service, { ...service, displayOrder: n + 1 });
  for (const text of texts) em.create(PageContent, text);
  for (const [n, { file, title, description }] of documents.entries()) {
    const bytes = await fs.readFile(path.join(folder, file));
    const filePath = `${Date.now()}-${file}`;
    await putFile(filePath, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const sizeBytes = bytes.length;
    em.create(PdfDocument, { title, description, filePath, sizeBytes, sha256, displayOrder: n + 1 });
  }
  await em.flush();
  return true;
}
