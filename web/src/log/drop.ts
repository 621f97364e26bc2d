/** Takes what is dropped anywhere on the page, or pasted into no field in particular. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { sourceIn } from './sources.ts';
import type { Source } from './types.ts';

export class DropTarget implements ReactiveController {
  /** Whether something that could be read is above the page. */
  isOver = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly take: (source: Source) => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('dragover', this.onDragOver);
    addEventListener('dragleave', this.onDragLeave);
    addEventListener('drop', this.onDrop);
    addEventListener('paste', this.onPaste);
  }

  hostDisconnected(): void {
    removeEventListener('dragover', this.onDragOver);
    removeEventListener('dragleave', this.onDragLeave);
    removeEventListener('drop', this.onDrop);
    removeEventListener('paste', this.onPaste);
  }

  private readonly onDragOver = (event: DragEvent): void => {
    if (!(event.dataTransfer?.types ?? []).some((type) => type === 'Files' || type === 'text/plain')) return;
    event.preventDefault();
    this.set(true);
  };

  private readonly onDragLeave = (event: DragEvent): void => {
    if (event.relatedTarget === null) this.set(false);
  };

  private readonly onDrop = (event: DragEvent): void => {
    event.preventDefault();
    this.set(false);
    this.read(event.dataTransfer);
  };

  private readonly onPaste = (event: ClipboardEvent): void => {
    const isField = event
      .composedPath()
      .some((target) => target instanceof HTMLElement && target.matches('input, textarea'));
    if (!isField) this.read(event.clipboardData);
  };

  private read(data: DataTransfer | null): void {
    const source = sourceIn(data);
    if (source !== undefined) this.take(source);
  }

  private set(isOver: boolean): void {
    if (this.isOver === isOver) return;
    this.isOver = isOver;
    this.host.requestUpdate();
  }
}
