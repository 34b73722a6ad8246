/**
 * Makes the three company documents that a new site starts with: `npm run sample-documents`, by hand.
 * Staff replace them with the firm's own in Manage Documents.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { companyProfile } from './sample-documents/company-profile.ts';
import { hsePolicy } from './sample-documents/hse-policy.ts';
import { missionStatement } from './sample-documents/mission-statement.ts';

const folder = new URL('../db/starting-content/documents/', import.meta.url);
await mkdir(folder, { recursive: true });
const documents = {
  'company-profile.pdf': companyProfile,
  'hse-policy.pdf': hsePolicy,
  'mission-statement.pdf': missionStatement,
};
for (const [file, make] of Object.entries(documents)) {
  const bytes = await make();
  await writeFile(new URL(file, folder), bytes);
  console.log(`${file} ${bytes.length} bytes`);
}
