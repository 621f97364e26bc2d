/** The address of a script in a separate file, made by `plugins/script.mjs`. */
declare module '*?script' {
  const address: string;
  export default address;
}
