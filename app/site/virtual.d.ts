declare module 'virtual:script-urls' {
  export const elements: string;
  export const editInPlace: string;
}
declare module 'virtual:site-styles' {
  const taken: Omit<import('../render/critical-css.ts').StyleSheet, 'cache'>;
  export default taken;
}
