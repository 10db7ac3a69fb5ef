/** Files that the build inlines as text. */
declare module '*.xml' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the build emits a default export
  export default text;
}
