import fs from 'node:fs';
import { defineConfig } from 'oxlint';

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

const accounts = fs.readFileSync(new URL('db/entities/account.ts', import.meta.url), 'utf8');
const roles = /const roles = \[([^\]]+)\]/.exec(accounts)![1]!.match(/\w+/g)!;

const web = {
  group: ['react', 'react-dom', 'react/*', 'react-dom/*', '@remix-run/*', 'remix-auth*', 'express'],
  message: 'The database and the adapters know neither Remix nor React.',
};
const server = ['**/*.server', '**/*.server.ts', '**/*.server.tsx', '#db/**', '**/db/**'];

const all = (level: 'error' | 'off', ...names: string[]) =>
  Object.fromEntries(names.flatMap((line) => line.split(' ')).map((name) => [name, level]));

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'oxc'],
  jsPlugins: ['./scripts/lint-rules.mjs', 'eslint-plugin-regexp'],
  options: { typeAware: true, typeCheck: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['build', '.cache', '.data*', 'test-results', 'playwright-report', 'app/site/pictures.ts'],
  categories: { correctness: 'error' },
  rules: {
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    ...all('error', 'no-array-constructor no-var prefer-const prefer-rest-params prefer-spread'),
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    ...all(
      'error',
      'typescript/ban-ts-comment typescript/no-empty-object-type typescript/no-explicit-any typescript/no-namespace',
      'typescript/no-require-imports typescript/no-unnecessary-type-constraint typescript/no-unsafe-function-type',
      'typescript/await-thenable typescript/no-floating-promises',
    ),
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    // Remix: what is thrown may be an answer
    'typescript/only-throw-error': ['error', { allow: ['Response', 'TypedResponse', 'DataWithResponseInit'] }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'jsx-a11y/no-static-element-interactions': ['error', { allowExpressionValues: true, handlers: ['onClick'] }],
    // Of the rules for correctness: what is meant here, and those of React's compiler, which is not in use.
    ...all(
      'off',
      'jsx-a11y/control-has-associated-label jsx-a11y/prefer-tag-over-role no-control-regex no-empty-pattern',
      'react/globals react/immutability react/no-children-prop react/purity react/refs react/set-state-in-effect',
      'react/static-components typescript/no-base-to-string typescript/no-meaningless-void-operator',
      'typescript/no-misused-spread typescript/require-array-sort-compare typescript/restrict-template-expressions',
      'typescript/unbound-method',
    ),
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: { 'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }] },
    },
    {
      files: ['app/**', 'db/**'],
      // Nothing that a stranger sends takes the square of its length.
      rules: {
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': 'error',
      },
    },
    {
      files: ['app/**/*.tsx', 'app/**/use-*.ts'], // elsewhere a `use…` function is no hook
      rules: { 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error' },
    },
    {
      files: ['app/**/*.{ts,tsx}', 'db/**/*.ts'],
      rules: {
        'project/layers': 'error',
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
        'no-restricted-globals': ['error', { name: 'globalThis', message: 'What an app keeps is kept by `perApp`.' }],
      },
    },
    {
      files: ['{db,app/storage,app/mail}/**/*.ts'],
      rules: { 'no-restricted-imports': ['error', { patterns: [web] }] },
    },
    {
      // Everything that may travel to a browser. Remix takes loaders and actions out of route modules only; anywhere else
      // an import of server code builds and is an empty module in the browser.
      files: ['app/**/*.{ts,tsx}'],
      excludeFiles: [
        'app/**/*.server.{ts,tsx}',
        'app/**/*.page.tsx',
        'app/**/*.layout.tsx',
        'app/**/*.route.{ts,tsx}',
        'app/{entry.server,root}.tsx',
        'app/{routes,server}.ts',
      ],
      rules: {
        'typescript/no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: server,
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
      files: ['app/ui/**'],
      rules: {
        'typescript/no-restricted-imports': [
          'error',
          { patterns: [{ group: server, message: 'ui takes props and gives HTML: no server code.' }] },
        ],
      },
    },
    {
      files: ['app/**/*.{ts,tsx}', 'scripts/**/*.ts'],
      rules: {
        'project/no-syntax': [
          'error',
          ...[
            'BinaryExpression[operator=/^[!=]==?$/]',
            'SwitchCase',
            "[property.name='includes'] > ArrayExpression",
          ].map((asks) => ({
            selector: `${asks} > Literal[value=/^(${roles.join('|')})$/]`,
            message: 'A rank is asked by `reaches`: there may be one above it.',
          })),
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
      excludeFiles: ['tests/support/remove-folder.ts'],
      rules: {
        'project/no-syntax': [
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
    // The collector is Node's own.
    { files: ['app/http/memory/tidy-memory.ts'], rules: { 'no-restricted-globals': 'off' } },
    // The environment is read in one file and handed to PostgreSQL in one. The server needs LOG_LEVEL when env() has failed.
    { files: ['app/{env.server,server}.ts', 'db/embedded-process.ts'], rules: { 'no-restricted-properties': 'off' } },
    // The server's words to the terminal, and the browser's console.
    { files: ['app/server.ts', 'app/entry.client.tsx'], rules: { 'no-console': 'off' } },
  ],
});
