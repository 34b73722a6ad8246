import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';

// The files are imagined, so what needs their types is off.
const eslint = new ESLint({
  overrideConfig: [
    {
      files: ['**/*.{ts,tsx}'],
      ...tseslint.configs.disableTypeChecked,
    },
  ],
});
const directions = [
  'import-x/no-restricted-paths',
  '@typescript-eslint/no-restricted-imports',
  'no-restricted-imports',
];

async function isRefused(file: string, source: string): Promise<boolean> {
  const [result] = await eslint.lintText(`import { x } from '${source}';\nexport const y = x;\n`, { filePath: file });
  expect(result!.fatalErrorCount).toBe(0);
  return result!.messages.some(({ ruleId }) => directions.includes(ruleId ?? ''));
}

it.each([
  ['a component', 'app/ui/imagined.tsx', '#app/content/services/service.schema.ts'],
  ['a component', 'app/ui/imagined.tsx', '#app/http/log.server.ts'],
  ['a component', 'app/ui/imagined.tsx', '#db/orm.ts'],
  ['a component of an area', 'app/content/services/imagined.tsx', './services.server.ts'],
  ['a component of an area', 'app/site/imagined.tsx', '#db/orm.ts'],
  ['a lower area', 'app/content/imagined.server.ts', '#app/enquiries/form/contact-form.page.tsx'],
  ['a lower area', 'app/accounts/imagined.server.ts', '#app/maintenance/change-status.server.ts'],
  ['an area', 'app/content/imagined.server.ts', '#app/root.tsx'],
  ['an area', 'app/content/imagined.server.ts', '#app/app.server.ts'],
  ['the wire', 'app/http/imagined.server.ts', '#app/content/services/services.server.ts'],
  ['an adapter', 'app/mail/imagined.server.ts', '#app/forms/form.server.ts'],
  ['an adapter', 'app/storage/imagined.server.ts', '#app/content/documents/documents.server.ts'],
  ['an adapter', 'app/mail/imagined.server.ts', '@remix-run/node'],
  ['the database', 'db/imagined.ts', '#app/content/services/services.server.ts'],
  ['the database', 'db/imagined.ts', '#app/paths.ts'],
  ['the database', 'db/imagined.ts', 'react'],
])('%s (%s) may not import %s', async (_, file, source) => {
  expect(await isRefused(file, source)).toBe(true);
});

it.each([
  ['a page', 'app/content/services/imagined.page.tsx', './services.server.ts'],
  ['a page', 'app/content/services/imagined.page.tsx', '#db/orm.ts'],
  ['a higher area', 'app/enquiries/imagined.page.tsx', '#app/accounts/guards.server.ts'],
  ['a higher area', 'app/site/imagined.page.tsx', '#app/content/services/services.server.ts'],
  ['the database', 'db/imagined.ts', '#app/env.server.ts'],
  ['a component of an area', 'app/content/services/imagined.tsx', '#app/ui/button.tsx'],
])('%s (%s) may import %s', async (_, file, source) => {
  expect(await isRefused(file, source)).toBe(false);
});
