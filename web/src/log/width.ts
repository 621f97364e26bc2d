/** The width of an element in CSS pixels, for what is drawn to measure. 0 until it is known. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Width implements ReactiveController {
  pixels = 0;
  private readonly observer = new ResizeObserver(([entry]) => this.take(entry.contentRect.width));

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  hostConnected(): void {
    this.observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.observer.disconnect();
  }

  private take(width: number): void {
    if (this.pixels === Math.round(width)) return;
    this.pixels = Math.round(width);
    this.host.requestUpdate();
  }
}
