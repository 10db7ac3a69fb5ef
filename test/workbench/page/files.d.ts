/** Files that the page's build inlines as text. */
declare module '*.xml' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: what the build makes of such a file
  export default text;
}
