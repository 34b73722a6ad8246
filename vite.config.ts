import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import config from './remix.config.js';
import { chunksOfBrowser, minifyScripts, miniZod, pageScripts } from './scripts/bundle/browser-plugins.ts';
import {
  buildCommands,
  migrationsList,
  precompressFiles,
  siteStyles,
  notifyStaticPages,
  stripServerCode,
} from './scripts/bundle/server-plugins.ts';

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
    pageScripts(),
    miniZod(),
    minifyScripts(),
    siteStyles(),
    buildCommands(),
    migrationsList(),
    stripServerCode(),
    notifyStaticPages(),
    precompressFiles(),
  ],
  // Every browser dependency is named, so that the first visit of a route in dev does not re-optimize: that would
  // load two copies of React for a moment ("Invalid hook call").
  optimizeDeps: {
    exclude: ['@remix-run/node', '@mikro-orm/core', '@mikro-orm/postgresql', '@mikro-orm/migrations', 'pg'],
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
    minify: false, // `minifyScripts` makes the scripts smaller than esbuild does
    cssMinify: true,
    assetsInlineLimit: 0, // the content security policy allows no data: fonts or scripts
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: chunksOfBrowser(), experimentalMinChunkSize: 8000 },
      onwarn(warning, next) {
        if (warning.code !== 'INVALID_ANNOTATION') next(warning); // zod's comments
      },
    },
  },
}));
