import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Seeder } from '@mikro-orm/seeder';
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
];

/** Puts in the first content of an empty database. */
class StartingContent extends Seeder<{ folder: string; putFile: (key: string, bytes: Uint8Array) => Promise<void> }> {
  async run(
    em: EntityManager,
    context?: { folder: string; putFile: (key: string, bytes: Uint8Array) => Promise<void> },
  ): Promise<void> {
    const { folder, putFile } = context!;
    em.create(SiteStatus, { maintenanceMode: false, message: null });
    startingServices.forEach((service, index) => em.create(Service, { ...service, displayOrder: index + 1 }));
    for (const [index, text] of pageTexts.entries()) em.create(PageContent, { ...text, displayOrder: index + 1 });
    for (const [index, { file, title, description }] of documents.entries()) {
      const bytes = await fs.readFile(path.join(folder, file));
      const filePath = `${Date.now()}-${file}`;
      await putFile(filePath, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      em.create(PdfDocument, {
        title,
        description,
        filePath,
        sizeBytes: bytes.length,
        sha256,
        displayOrder: index + 1,
      });
    }
  }
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
  await em.transactional((tx) => new StartingContent().run(tx, { folder, putFile }));
  return true;
}
