import fs from 'node:fs';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import tseslint from 'typescript-eslint';
import { layers, topFiles } from './scripts/layers.mjs';

// A browser's translation puts texts into elements of its own: React then finds none that it could take out, or put
// something in front of.
const CONDITION = ':matches(ConditionalExpression, LogicalExpression)';
const NOTHING = 'Literal[raw="null"]';
const ELEMENT = ':matches(JSXElement, JSXFragment)';
const TEXT = ':matches(Literal[value=/\\S/], TemplateLiteral)';
const besideConditional = [
  `JSXExpressionContainer > ${CONDITION} > JSXFragment > JSXText[value=/\\S/]`,
  `JSXExpressionContainer > ${CONDITION} > JSXFragment > JSXExpressionContainer > ${TEXT}`,
  `JSXExpressionContainer:has(> ${CONDITION}:has(> ${ELEMENT})) ~ JSXText[value=/\\S/]`,
  `JSXExpressionContainer:has(> ${CONDITION}:has(> ${ELEMENT})) ~ JSXExpressionContainer > ${TEXT}`,
  `JSXExpressionContainer:has(> ${CONDITION}:has(> ${NOTHING}):has(> ${TEXT})) ~ :matches(JSXElement, JSXExpressionContainer)`,
  `:matches(JSXElement, JSXText[value=/\\S/]) ~ JSXExpressionContainer:has(> ${CONDITION}:has(> ${NOTHING}):has(> ${TEXT}))`,
].map((selector) => ({ selector, message: 'Text that comes and goes, or stands beside what does, is in an element.' }));

// A zone reads: files of `target` must not import files of `from`.
const zones = [
  ...layers.map((layer, at) => ({
    target: `./app/${layer}`,
    from: [...layers.slice(0, at), ...topFiles].map((above) => `./app/${above}`),
    message: 'An import goes to a lower layer (scripts/layers.mjs).',
  })),
  {
    target: './db',
    from: ['./app/!(env.server.ts)', './app/!(env.server.ts)/**'],
    message: 'The database knows only the environment.',
  },
  {
    target: './app/ui',
    from: ['./app/**/*.server.ts', './db/**'],
    message: 'ui takes props and gives HTML: no server code.',
  },
];

const accounts = fs.readFileSync(new URL('db/entities/account.ts', import.meta.url), 'utf8');
const roles = /const roles = \[([^\]]+)\]/.exec(accounts)[1].match(/\w+/g);

const web = ['react', 'react-dom', 'react/*', 'react-dom/*', '@remix-run/*', 'remix-auth*', 'express'];

export default tseslint.config(
  {
    ignores: ['build', 'node_modules', '.cache', '.data*', 'test-results', 'playwright-report', 'app/site/pictures.ts'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: ['Response', 'TypedResponse', 'DataWithResponseInit'] },
      ], // Remix: what is thrown may be an answer
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['app/**', 'db/**'],
    plugins: { regexp },
    // Nothing that a stranger sends takes the square of its length.
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    files: ['**/*.tsx'],
    ...jsxA11y.flatConfigs.recommended,
  },
  {
    files: ['app/**/*.tsx', 'app/**/use-*.ts'], // elsewhere a `use…` function is no hook
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'db/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: `${import.meta.dirname}/tsconfig.json` })],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'import-x/no-unresolved': ['error', { ignore: ['^virtual:', '\\?'] }], // a path that does not resolve escapes the zones
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only app/env.server.ts reads the environment: use the env of the app.',
        },
        { object: 'z', property: 'email', message: 'An address is judged by emailSchema of schemas/email.ts.' },
      ],
    },
  },
  {
    files: ['db/**/*.ts', 'app/storage/**/*.ts', 'app/mail/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: web, message: 'The database and the adapters know neither Remix nor React.' }] },
      ],
    },
  },
  {
    // Everything that may travel to a browser. Remix takes loaders and actions out of route modules only; anywhere else
    // an import of server code builds and is an empty module in the browser.
    files: ['app/**/*.{ts,tsx}'],
    ignores: [
      'app/**/*.server.{ts,tsx}',
      'app/**/*.page.tsx',
      'app/**/*.layout.tsx',
      'app/**/*.route.{ts,tsx}',
      'app/root.tsx',
      'app/routes.ts',
      'app/server.ts',
      '**/*.test.{ts,tsx}',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/*.server', '**/*.server.ts', '**/*.server.tsx', '\\#db/**', '**/db/**'],
              allowTypeImports: true,
              message: 'Components get plain data from loaders: no server code.',
            },
            { group: ['**/root.tsx'], allowTypeImports: true, message: 'Only the type of its data is for others.' },
          ],
        },
      ],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'scripts/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['BinaryExpression[operator=/^[!=]==?$/]', 'SwitchCase', "[property.name='includes'] > ArrayExpression"].map(
          (asks) => ({
            selector: `${asks} > Literal[value=/^(${roles.join('|')})$/]`,
            message: 'A rank is asked by `reaches`: there may be one above it.',
          }),
        ),
        ...besideConditional,
        {
          selector:
            "CallExpression[arguments.length=1][callee.property.name='then'] > MemberExpression > ImportExpression",
          message: 'An import fails when the page is left or the line is lost: say what happens then.',
        },
        {
          selector:
            ':matches(Literal[value=/^mailto:/], TemplateElement[value.raw=/^mailto:/]):not([id.name="mailHref"] *)',
          message: 'A link to an address is made by `mailHref`.',
        },
      ],
    },
  },
  {
    files: ['tests/**/*.ts'],
    ignores: ['tests/support/remove-folder.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name=/^rm(Sync)?$/] Property[key.name="recursive"]',
          message: '`removeFolder` looks first whether a test has made it.',
        },
        {
          selector:
            'CallExpression[callee.name="expect"] > AwaitExpression > CallExpression[callee.object.name="product"][callee.property.name="sql"]',
          message: 'The screen may be ahead of the database: `await expect.poll(() => product.sql(…))`.',
        },
      ],
    },
  },
  {
    // The collector is Node's own.
    files: ['app/**/*.{ts,tsx}', 'db/**/*.ts'],
    ignores: ['app/http/memory/tidy-memory.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'globalThis', message: 'What an app keeps is kept by `perApp`.' }],
    },
  },
  // entry.server.tsx is server code by its place; the environment is read in one file and handed to PostgreSQL in one.
  { files: ['app/entry.server.tsx'], rules: { '@typescript-eslint/no-restricted-imports': 'off' } },
  { files: ['app/env.server.ts', 'db/embedded-process.ts'], rules: { 'no-restricted-properties': 'off' } },
  // The server's words to the terminal, and the browser's console. The server needs LOG_LEVEL when env() itself has failed.
  { files: ['app/server.ts', 'app/entry.client.tsx'], rules: { 'no-console': 'off' } },
  { files: ['app/server.ts'], rules: { 'no-restricted-properties': 'off' } },
);
