/** Reports the instant of the cursor or the playhead to what follows the picture, such as a view below it. */
export function reportInstant(element: HTMLElement, time: bigint): void {
  element.dispatchEvent(new CustomEvent<bigint>('instant', { detail: time, bubbles: true, composed: true }));
}
