import fs from 'node:fs';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, transformWithEsbuild, type Plugin, type ResolvedConfig, type Rollup } from 'vite';
import config from './remix.config.js';
import { readStyleSheet } from './app/http/critical-css.ts';
import { precompress } from './scripts/precompress.mjs';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

const LOADED_LATE = [
  'graphile-worker',
  '@aws-sdk/client-s3',
  'postmark',
  'nodemailer',
  '@simplewebauthn/server',
  'sharp',
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix(config),
    elements(),
    miniZod(),
    siteStyles(),
    first(),
    withoutSpaces(),
    precompressing(),
  ],
  // Every browser dependency is named, so that the first visit of a route in dev does not re-optimize: that would
  // load two copies of React for a moment ("Invalid hook call").
  optimizeDeps: {
    exclude: [
      '@remix-run/node',
      '@mikro-orm/core',
      '@mikro-orm/postgresql',
      '@mikro-orm/migrations',
      '@mikro-orm/seeder',
      'pg',
    ],
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      '@remix-run/react',
      '@conform-to/react',
      '@conform-to/zod/v4',
      'zod',
      '@headlessui/react',
      '@heroicons/react/24/outline',
      'lucide-react',
      'keen-slider',
      'sortablejs',
      '@simplewebauthn/browser',
    ],
  },
  // Into the server bundle go all libraries, of which only what is used stays there: reading hundreds of files would take
  // half of a start. Outside stay those that are loaded late, by the few who need them.
  ssr: command === 'build' ? { noExternal: true, external: LOADED_LATE } : {},
  build: {
    copyPublicDir: false, // otherwise public/ would be served as immutable for a year
    target: 'es2022', // start-up uses top-level await
    minify: isSsrBuild ? false : 'terser', // 5 KiB less of the contact form's scripts than by esbuild, for 8 s
    assetsInlineLimit: 0, // the content security policy allows no data: fonts or scripts
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: chunksOfVisitors(), experimentalMinChunkSize: 8000 },
      onwarn(warning, next) {
        if (warning.code !== 'INVALID_ANNOTATION') next(warning); // zod's comments
      },
    },
  },
}));

const ELEMENTS = 'app/entry.elements.ts';
const FORM = ['entry.client.tsx', 'root.tsx', 'site.layout.tsx', 'contact-form.page.tsx'].map((file) => `/${file}`);
const ELEMENTS_URL = 'virtual:elements-url';

/** Builds the elements of the public pages into a module beside Remix's own, and tells the server its address. */
function elements(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'elements',
    configResolved: (resolved) => void (config = resolved),
    buildStart() {
      if (config.command === 'build' && !config.build.ssr)
        this.emitFile({ type: 'chunk', id: ELEMENTS, name: 'elements' });
    },
    resolveId: (id) => (id === ELEMENTS_URL ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${ELEMENTS_URL}`) return;
      if (config.command === 'serve') return `export default '/${ELEMENTS}'`;
      const [file] = fs.globSync('build/client/assets/elements-*.js', { cwd: config.root }); // built before the server
      return `export default ${JSON.stringify(file?.replace('build/client', ''))}`;
    },
  };
}

/** What conform makes of schemas by zod's methods it can make by its functions, of which only the used ones are sent. */
function miniZod(): Plugin {
  return {
    name: 'mini-zod',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'zod/v4' && importer?.includes('@conform-to/zod')) return this.resolve('zod/mini', importer);
    },
  };
}

/**
 * What visitors load, in as few files as can be, since each has half a KiB of headers: the elements with all that they
 * import, so that nothing of an application comes with them; the code of the contact form; its libraries, and of the
 * icons, which are all in one module, those that it names.
 */
function chunksOfVisitors(): Rollup.GetManualChunk {
  const own = new Map<string, string>();
  return (id, { getModuleIds, getModuleInfo }) => {
    const add = (module: string, chunkOf: (id: string) => string) => {
      if (own.has(module)) return;
      own.set(module, chunkOf(module));
      getModuleInfo(module)?.importedIds.forEach((each) => add(each, chunkOf));
    };
    const addFrom = (files: string[], chunkOf: (id: string) => string) =>
      [...getModuleIds()]
        .filter((module) => files.some((file) => module.split('?')[0]!.endsWith(file)))
        .forEach((module) => add(module, chunkOf));
    if (!own.size) {
      addFrom([ELEMENTS], () => 'elements');
      addFrom(FORM, (module) => (module.includes('/node_modules/') ? 'libraries' : 'form'));
      const form = [...own].flatMap(([module, chunk]) => (chunk === 'form' ? getModuleInfo(module)?.code : [])).join();
      for (const module of own.keys()) {
        const [, icon] = /\/@heroicons\/.*\/(\w+Icon)\.js/.exec(module) ?? [];
        if (icon && !form.includes(icon)) own.set(module, 'icons');
      }
    }
    if (id.includes('/keen-slider/')) return 'keen-slider';
    return own.get(id);
  };
}

const SITE_STYLES = 'virtual:site-styles';

/** Takes the public styles apart while they are built: at each start it would take longer than the first page. */
function siteStyles(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'site-styles',
    configResolved: (resolved) => void (config = resolved),
    resolveId: (id) => (id === SITE_STYLES ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${SITE_STYLES}`) return;
      if (config.command === 'serve') return 'export default { parts: [], properties: [] }'; // dev has a sheet instead
      const texts = ['app/site/site.css', 'app/ui/fonts.css'].map(async (file) => {
        const { code } = await this.load({ id: `${config.root}/${file}?inline` });
        return JSON.parse(code!.slice(code!.indexOf('"'), code!.lastIndexOf('"') + 1)) as string;
      });
      const { parts, properties } = readStyleSheet((await Promise.all(texts)).join(''));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify({ parts, properties }))})`;
    },
  };
}

/** Builds what a start needs first into a file beside the server bundle. */
function first(): Plugin {
  return {
    name: 'first',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      if (this.environment.mode === 'build')
        this.emitFile({ type: 'chunk', id: 'app/first.server.ts', fileName: 'first.js' });
    },
  };
}

/** Takes spaces and comments out of the server's code: names stay for its log, and there is half to read and to keep. */
function withoutSpaces(): Plugin {
  return {
    name: 'without-spaces',
    apply: (_, { isSsrBuild }) => Boolean(isSsrBuild),
    async generateBundle(_, bundle) {
      const how = { minifyWhitespace: true, charset: 'ascii', legalComments: 'none', sourcemap: false } as const;
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = (await transformWithEsbuild(file.code, file.fileName, how)).code;
    },
  };
}

/** Compresses the static files once the server bundle, the second of the two, has been written. */
function precompressing(): Plugin {
  let isServer = false;
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ build }) => void (isServer = Boolean(build.ssr)),
    closeBundle: () => void (isServer && precompress()),
  };
}
