/** Tracks whether an element is in the viewport, so that hidden views need not compute anything. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Visibility implements ReactiveController {
  isVisible = false;
  private observer: IntersectionObserver | undefined;

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  hostConnected(): void {
    this.observer = new IntersectionObserver((entries) => this.update(entries.at(-1)?.isIntersecting ?? false));
    this.observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.observer?.disconnect();
  }

  private update(isVisible: boolean): void {
    if (isVisible === this.isVisible) return;
    this.isVisible = isVisible;
    this.host.requestUpdate();
  }
}
