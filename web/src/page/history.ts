/** Undo and redo: a stack of texts. */

const MOST = 500;

export class History {
  private readonly texts: string[] = [];
  private at = 0;
  /** The source of the newest text, while the next text from the same source replaces it. */
  private open: string | undefined;

  /**
   * Adds a text. One drag of a slider is one step: while `source` stays the same and is not settled, a text replaces
   * the previous one.
   */
  push(text: string, source?: string, isSettled = true): void {
    const continues = source !== undefined && source === this.open;
    if (!continues && text === this.texts[this.at]) return;
    this.texts.length = Math.min(this.texts.length, this.at + 1);
    if (continues) this.texts.pop();
    this.texts.push(text);
    this.open = isSettled ? undefined : source;
    // A drag that ends where it began has changed nothing.
    if (isSettled && text === this.texts.at(-2)) this.texts.pop();
    if (this.texts.length > MOST) this.texts.shift();
    this.at = this.texts.length - 1;
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at < this.texts.length - 1;
  }

  undo(): string | undefined {
    return this.move(-1);
  }

  redo(): string | undefined {
    return this.move(1);
  }

  private move(by: number): string | undefined {
    const text = this.texts[this.at + by];
    if (text !== undefined) this.at += by;
    this.open = undefined;
    return text;
  }
}
