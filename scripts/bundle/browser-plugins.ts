// Plugins that keep the browser's scripts few and small.
import fs from 'node:fs';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { minifySync } from 'oxc-minify';
import type { Plugin, ResolvedConfig, Rollup } from 'vite';
import routes from '../../app/routes.ts';

const ELEMENTS = 'app/entry.elements.ts';
const FORM = ['entry.client.tsx', 'root.tsx', 'site.layout.tsx', 'contact-form.page.tsx'].map((file) => `/${file}`);
/** Modules beside Remix's own: the elements of the public pages, and the editor on the page. */
const SCRIPTS = { elements: ELEMENTS, editInPlace: 'app/content/texts/on-the-page/edit-in-place.ts' };
const SCRIPT_URLS = 'virtual:script-urls';
const isOfStaff = ({ file }: RouteConfigEntry) => file === 'admin/admin.layout.tsx';
const STAFF = routes.filter(isOfStaff).flatMap(filesOf);
const OTHERS = routes.filter((route) => !isOfStaff(route)).flatMap(filesOf);

/** Builds the scripts of static pages and gives the server their addresses. */
export function pageScripts(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'page-scripts',
    configResolved: (resolved) => void (config = resolved),
    buildStart() {
      if (config.command === 'build' && !config.build.ssr)
        for (const [name, id] of Object.entries(SCRIPTS)) this.emitFile({ type: 'chunk', id, name });
    },
    resolveId: (id) => (id === SCRIPT_URLS ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${SCRIPT_URLS}`) return;
      return Object.entries(SCRIPTS)
        .map(([name, source]) => {
          const [file] = fs.globSync(`build/client/assets/${name}-*.js`, { cwd: config.root }); // the browser build comes first
          const url = config.command === 'serve' ? `/${source}` : file?.replace('build/client', '');
          return `export const ${name} = ${JSON.stringify(url)};`;
        })
        .join('\n');
    },
  };
}

/** Replaces zod's methods, which conform calls, by zod's functions: then only the used ones are sent. */
export function miniZod(): Plugin {
  return {
    name: 'mini-zod',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'zod/v4' && importer?.includes('@conform-to/zod')) return this.resolve('zod/mini', importer);
    },
  };
}

export function minifyScripts(): Plugin {
  return {
    name: 'minify-scripts',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    renderChunk: {
      order: 'post',
      handler(source, { fileName }) {
        const compress = { target: 'es2022', treeshake: { propertyReadSideEffects: false } };
        const { code, errors } = minifySync(fileName, source, {
          module: true,
          compress,
          codegen: { legalComments: 'eof' },
        });
        if (errors[0]) this.error(errors[0].message);
        return { code: code.replace(/\bimport\(`([^`]+)`\)/g, 'import("$1")'), map: null }; // as Vite finds them
      },
    },
  };
}

/**
 * Makes as few files as possible, because each has half a KiB of headers: the elements with all their imports, so that
 * they need nothing of an application; the contact form's code; its libraries, with only the icons that it names; the staff
 * area's own and common code.
 */
export function chunksOfBrowser(): Rollup.GetManualChunk {
  const chunks = new Map<string, string>();
  return (id, { getModuleIds, getModuleInfo }) => {
    const withImports = (files: string[], isLaterToo = false) => {
      const found = new Set(
        [...getModuleIds()].filter((module) => files.some((file) => module.split('?')[0]!.endsWith(file))),
      );
      for (const module of found) {
        const { importedIds = [], dynamicallyImportedIds = [] } = getModuleInfo(module) ?? {};
        for (const each of isLaterToo ? [...importedIds, ...dynamicallyImportedIds] : importedIds) found.add(each);
      }
      return found;
    };
    const put = (modules: Iterable<string>, chunkOf: (module: string) => string) => {
      for (const module of modules) if (!chunks.has(module)) chunks.set(module, chunkOf(module));
    };
    if (!chunks.size) {
      put(withImports([ELEMENTS]), () => 'elements');
      put(withImports(FORM), (module) => (module.includes('/node_modules/') ? 'libraries' : 'form'));
      const form = [...chunks]
        .flatMap(([module, chunk]) => (chunk === 'form' ? getModuleInfo(module)?.code : []))
        .join();
      for (const module of chunks.keys()) {
        const [, icon] = /\/@heroicons\/.*\/(\w+Icon)\.js/.exec(module) ?? [];
        if (icon && !form.includes(icon)) chunks.set(module, 'icons');
      }
      const others = withImports(OTHERS, true);
      put(withImports(STAFF), (module) => (others.has(module) ? 'shared' : 'staff'));
    }
    return /\/(keen-slider|sortablejs|tag-consent)[./]/.exec(id)?.[1] ?? chunks.get(id);
  };
}

function filesOf({ file, children = [] }: RouteConfigEntry): string[] {
  return [`/app/${file}`, ...children.flatMap(filesOf)];
}
