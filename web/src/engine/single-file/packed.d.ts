/** A file as base64 of its gzip, by `plugins/single-file.mjs`. */
declare module '*?packed' {
  const base64: string;
  export default base64;
}
