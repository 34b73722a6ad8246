// What is done to the scripts of the browser while they are built: few files, and little in them.
import fs from 'node:fs';
import type { Plugin, ResolvedConfig, Rollup } from 'vite';

const ELEMENTS = 'app/entry.elements.ts';
const FORM = ['entry.client.tsx', 'root.tsx', 'site.layout.tsx', 'contact-form.page.tsx'].map((file) => `/${file}`);
const ELEMENTS_URL = 'virtual:elements-url';

/** Builds the elements of the public pages into a module beside Remix's own, and tells the server its address. */
export function elements(): Plugin {
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

/**
 * What visitors load, in as few files as can be, since each has half a KiB of headers: the elements with all that they
 * import, so that nothing of an application comes with them; the code of the contact form; its libraries, and of the
 * icons, which are all in one module, those that it names.
 */
export function chunksOfVisitors(): Rollup.GetManualChunk {
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
