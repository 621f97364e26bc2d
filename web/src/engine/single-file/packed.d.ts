/** A file, gzipped, as base64, made by `plugins/single-file.mjs`. */
declare module '*?packed' {
  const base64: string;
  export default base64;
}
