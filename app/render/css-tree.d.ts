// Declares only the parser: the whole of css-tree loads the syntax of every property at its start.
declare module 'css-tree/parser' {
  import type { parse } from 'css-tree';
  const parser: typeof parse;
  export default parser;
}
declare module 'css-tree/utils' {
  export { ident } from 'css-tree';
}
