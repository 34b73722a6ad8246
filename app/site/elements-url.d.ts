declare module 'virtual:elements-url' {
  const url: string;
  export default url;
}
