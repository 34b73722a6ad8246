declare module 'virtual:site-styles' {
  const taken: Omit<import('../http/critical-css.ts').StyleSheet, 'made'>;
  export default taken;
}
