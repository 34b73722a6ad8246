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
  ['a look', 'app/ui/imagined.tsx', '#app/content/services/service.schema.ts'],
  ['a look', 'app/ui/imagined.tsx', '#app/forms/form.server.ts'],
  ['a look', 'app/ui/imagined.tsx', '#db/orm.ts'],
  ["the web's manners", 'app/http/imagined.server.ts', '#app/content/services/services.server.ts'],
  ['an adapter', 'app/mail/imagined.server.ts', '#app/forms/form.server.ts'],
  ['an adapter', 'app/storage/imagined.server.ts', '#app/content/documents/documents.server.ts'],
  ['an adapter', 'app/mail/imagined.server.ts', '@remix-run/node'],
  ['the database', 'db/imagined.ts', '#app/content/services/services.server.ts'],
  ['the database', 'db/imagined.ts', 'react'],
  ['a noun', 'app/services/imagined.server.ts', '#app/content/documents/documents.server.ts'],
  ['a noun', 'app/contact/imagined.page.tsx', '#app/accounts/sessions/sessions.server.ts'],
  ['a component', 'app/services/imagined.tsx', './services.server.ts'],
  ['a component', 'app/site/imagined.tsx', '#db/orm.ts'],
])('%s (%s) may not import %s', async (_, file, source) => {
  expect(await isRefused(file, source)).toBe(true);
});

it.each([
  ['a page', 'app/services/imagined.page.tsx', './services.server.ts'],
  ['a page', 'app/services/imagined.page.tsx', '#db/orm.ts'],
  ['a noun', 'app/messages/imagined.page.tsx', '#app/accounts/guards.server.ts'],
  ['a noun', 'app/contact/imagined.page.tsx', '#app/maintenance/require-site-open.server.ts'],
  ['a noun', 'app/contact/imagined.page.tsx', '#app/content/texts/page-content.server.ts'],
  ['the public shell', 'app/site/imagined.page.tsx', '#app/content/services/services.server.ts'],
  ['the database', 'db/imagined.ts', '#app/env.server.ts'],
  ['a component', 'app/services/imagined.tsx', '#app/ui/button.tsx'],
])('%s (%s) may import %s', async (_, file, source) => {
  expect(await isRefused(file, source)).toBe(false);
});
