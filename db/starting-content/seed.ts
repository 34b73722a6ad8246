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

/** Puts in the texts that came with a later release: each one that can be edited has a row. */
export async function addNewTexts(em: EntityManager): Promise<void> {
  const rows = await em.find(PageContent, {}, { disableIdentityMap: true });
  const isNew = ({ pageName, sectionKey }: (typeof texts)[number]) =>
    !rows.some((row) => row.pageName === pageName && row.sectionKey === sectionKey);
  // The pages showed them before, so they are no change of today.
  const updatedAt = rows.map((row) => row.updatedAt).sort((a, b) => Number(a) - Number(b))[0];
  const missing = texts.filter(isNew).map((text) => ({ ...text, ...(updatedAt && { updatedAt }) }));
  const onConflictFields: ['pageName', 'sectionKey'] = ['pageName', 'sectionKey'];
  if (missing.length) await em.upsertMany(PageContent, missing, { onConflictFields, onConflictAction: 'ignore' });
}

/**
 * Puts in the starting content if the database is empty; otherwise does nothing.
 * @param em a fresh EntityManager; everything lands in one transaction
 * @param folder where the sample documents lie
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
