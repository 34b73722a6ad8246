import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import config from './remix.config.js';
import { precompress } from './scripts/precompress.mjs';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(config), precompressing()],
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
    ],
  },
  ssr: {
    // Into the server bundle, where only what is used of them stays: a start loads a third of the modules.
    noExternal: [/^@heroicons\//, 'lucide-react', /^@headlessui\//, /^@react-aria\//, /^@conform-to\//],
  },
  build: {
    copyPublicDir: false, // otherwise public/ would be served as immutable for a year
    target: 'es2022', // start-up uses top-level await
    assetsInlineLimit: 0, // the content security policy allows no data: fonts or scripts
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: oneFileForEveryPage() },
      onwarn(warning, next) {
        if (warning.code !== 'INVALID_ANNOTATION') next(warning); // zod's comments
      },
    },
  },
}));

/** What every public page needs, or nearly every one and not much of it; with all that they import. */
const EVERYWHERE =
  /\/app\/(root|entry\.client|site\/(site\.layout|home\.page|page-band)|ui\/(field|use-scripted)|http\/use-error-title)\.tsx?$/;

/** Puts that into one file in place of twenty small ones, each of which costs a request and its headers. */
function oneFileForEveryPage(): Rollup.GetManualChunk {
  const every = new Set<string>();
  return (id, { getModuleIds, getModuleInfo }) => {
    const add = (module: string) => {
      if (every.has(module) || (module.includes('node_modules') && !module.includes('@heroicons'))) return;
      every.add(module);
      getModuleInfo(module)?.importedIds.forEach(add);
    };
    if (!every.size) [...getModuleIds()].filter((module) => EVERYWHERE.test(module)).forEach(add);
    return every.has(id) ? 'site' : undefined;
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
