/** Whether an element is in sight: what nobody looks at need not be computed. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Seen implements ReactiveController {
  isSeen = false;
  private observer: IntersectionObserver | undefined;

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  hostConnected(): void {
    this.observer = new IntersectionObserver((entries) => this.take(entries.at(-1)?.isIntersecting ?? false));
    this.observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.observer?.disconnect();
  }

  private take(isSeen: boolean): void {
    if (isSeen === this.isSeen) return;
    this.isSeen = isSeen;
    this.host.requestUpdate();
  }
}
