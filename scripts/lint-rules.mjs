// Rules of this project that oxlint does not have.
import path from 'node:path';
import { isForAll, layers, topFiles } from './layers.mjs';
import { root } from './project.mjs';

/** Reports what matches a selector (https://github.com/estools/esquery). Options: `{ selector, message }`. */
const noSyntax = {
  meta: { schema: false },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
};

/** Lets files import only from their own layer of `app`, lower ones and the files that are for all. */
const layersRule = {
  create(context) {
    const from = path.relative(root, context.filename);
    if (isForAll(from)) return {};
    const lookAt = ({ source }) => {
      const target = source?.value;
      if (typeof target !== 'string' || !/^[.#]/.test(target)) return;
      const to = target.startsWith('#') ? target.slice(1) : path.join(path.dirname(from), target);
      if (!isForAll(to) && rank(to) < rank(from))
        context.report({ node: source, message: 'An import goes to a lower layer (scripts/layers.mjs).' });
    };
    return {
      ImportDeclaration: lookAt,
      ExportNamedDeclaration: lookAt,
      ExportAllDeclaration: lookAt,
      ImportExpression: lookAt,
    };
  },
};

/** The environment is for all; the database is below all layers of `app`; what assembles the layers is above them. */
function rank(file) {
  const [folder, top] = file.split('/');
  if (folder !== 'app') return layers.length;
  return topFiles.includes(top) ? -1 : layers.indexOf(top);
}

export default { meta: { name: 'project' }, rules: { 'no-syntax': noSyntax, layers: layersRule } };
