/** The address of a script in a file of its own, made by `plugins/script.mjs`. */
declare module '*?script' {
  const address: string;
  export default address;
}
