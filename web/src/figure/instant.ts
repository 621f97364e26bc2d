/** Tells whoever follows the picture, such as a view below it, where its cursor or its playhead is. */
export function tellInstant(element: HTMLElement, time: bigint): void {
  element.dispatchEvent(new CustomEvent<bigint>('instant', { detail: time, bubbles: true, composed: true }));
}
