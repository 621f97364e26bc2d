/** The address of a script that is a file of its own, by `plugins/script.mjs`. */
declare module '*?script' {
  const address: string;
  export default address;
}
