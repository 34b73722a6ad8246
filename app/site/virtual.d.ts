declare module 'virtual:elements-url' {
  const url: string;
  export default url;
}
declare module 'virtual:site-styles' {
  const taken: Omit<import('../render/critical-css.ts').StyleSheet, 'made'>;
  export default taken;
}
