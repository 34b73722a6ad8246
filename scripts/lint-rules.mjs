// Rules of this project that oxlint does not have.
import path from 'node:path';
import { isUpward } from './layers.mjs';
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
    const lookAt = ({ source }) => {
      const target = source?.value;
      if (typeof target !== 'string' || !/^[.#]/.test(target)) return;
      const to = target.startsWith('#') ? target.slice(1) : path.join(path.dirname(from), target);
      if (isUpward(from, to))
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

export default { meta: { name: 'project' }, rules: { 'no-syntax': noSyntax, layers: layersRule } };
