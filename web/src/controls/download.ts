/** Saves a file for the user. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // Not at once, because some browsers start the download a little later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
