/** Styles of the anatomy: the drawing beside its words, below each other where there is little space. */
import { css } from 'lit';

export const anatomyStyles = css`
  :host {
    container-type: inline-size;
  }
  nav ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    margin-bottom: 1.25rem;
  }
  nav ol button {
    font-size: var(--small);
  }
  nav ol [aria-current] {
    color: var(--paper);
    background: var(--ink);
    border-color: var(--ink);
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.5rem 3.5rem;
  }
  .columns:not(.several) .stage {
    max-width: 35rem;
  }
  /* The words beside it change; the drawing must not move. */
  .drawn {
    min-height: 300px;
  }
  h3 {
    margin-bottom: 0.4rem;
    font: 400 1.625rem/1.2 var(--serif);
    letter-spacing: normal;
    text-transform: none;
    color: var(--ink);
  }
  .rule {
    max-width: 36rem;
  }
  blockquote {
    margin: 1rem 0 1.25rem;
    padding: 0.1rem 0 0.1rem 1rem;
    border-left: 3px solid var(--allow);
    font: 400 1.0625rem/1.55 var(--serif);
    font-variant-numeric: tabular-nums;
    min-height: 7.6em;
  }
  blockquote[data-outcome='denied'] {
    border-color: var(--deny);
  }
  blockquote[data-outcome='delayed'] {
    border-color: var(--delay);
  }
  blockquote .came {
    margin-top: 0.3rem;
    font-family: var(--sans);
  }
  dd {
    overflow-wrap: anywhere;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(6rem, 9.5rem) minmax(0, 1fr);
    gap: 0.45rem 1.25rem;
    font-size: 0.875rem;
  }
  dt {
    color: var(--muted);
  }
  button.link {
    min-height: var(--tight);
    padding: 0;
    color: var(--allow);
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  .scrub {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    margin-top: 0.5rem;
  }
  .scrub input {
    flex: 1;
    min-width: 4rem;
  }
  .scrub button {
    padding-inline: 0.4rem;
    font-size: var(--small);
  }
  .play {
    min-width: 4.2rem;
  }
  .ends {
    display: flex;
    justify-content: space-between;
  }
  .ends strong {
    color: var(--ink);
  }
  .course {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.5rem;
    margin-top: 1.25rem;
    padding-top: 0.5rem;
    border-top: 1px solid var(--line);
  }
  .course button {
    padding-inline: 0;
  }
  .course button:last-child {
    display: flex;
    flex-direction: row-reverse;
    align-items: center;
    gap: 0.4em;
  }
  .members {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
  }
  .members li {
    padding: 0.5rem 0.4rem;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
    color: inherit;
  }
  .members li.denied {
    border-color: var(--deny);
  }
  .members p {
    padding-left: 0.5rem;
    font-weight: 600;
  }

  svg.mechanism {
    display: block;
    max-width: 100%;
    overflow: visible;
    font-family: var(--sans);
    font-variant-numeric: tabular-nums;
  }
  .note {
    font-size: 13px;
    fill: var(--muted);
    /* Words stay legible on what is drawn behind them. */
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 3px;
    stroke-linejoin: round;
  }
  .note.strong {
    font-weight: 600;
    fill: var(--ink);
  }
  .note.bare {
    stroke: none;
  }
  /* On a bar. */
  .note.inside {
    fill: var(--paper);
    stroke: none;
  }
  .wall,
  .arrow {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2.5;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .arrow {
    stroke-width: 1.75;
    stroke: var(--muted);
  }
  .arrow.allowed {
    stroke: var(--allow);
  }
  rect.full,
  rect.token.full,
  rect.unit.full,
  .bar,
  .block {
    fill: var(--allow);
  }
  rect.part {
    fill: color-mix(in srgb, var(--allow) 55%, var(--paper));
  }
  rect.empty,
  .place.empty {
    fill: none;
    stroke: var(--line);
    stroke-width: 1.25;
    stroke-dasharray: 4 3;
  }
  rect.changed {
    fill: color-mix(in srgb, var(--allow) 14%, transparent);
    stroke: var(--allow);
    stroke-width: 1.25;
    stroke-dasharray: 2 3;
  }
  .bar.gone,
  .mark.gone {
    opacity: 0.25;
  }
  .span {
    fill: var(--lane);
  }
  .past {
    fill: var(--lane);
    opacity: 0.45;
  }
  .frame {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
    stroke-dasharray: 5 4;
  }
  line.edge,
  .axis {
    stroke: var(--edge);
    stroke-width: 1;
  }
  line.now {
    stroke: var(--ink);
    stroke-width: 1.75;
  }
  .bound {
    stroke: var(--deny);
    stroke-width: 1.75;
  }
  .next {
    fill: color-mix(in srgb, var(--allow) 18%, transparent);
    stroke: var(--allow);
    stroke-width: 1.5;
    stroke-dasharray: 3 3;
  }
  .next.denied {
    fill: color-mix(in srgb, var(--deny) 16%, transparent);
    stroke: var(--deny);
  }
  .place.served {
    fill: color-mix(in srgb, var(--allow) 22%, var(--paper));
    stroke: var(--allow);
    stroke-width: 1.5;
  }
  .place.waits {
    fill: color-mix(in srgb, var(--delay) 20%, var(--paper));
    stroke: var(--delay);
    stroke-width: 1.5;
  }
  .progress {
    fill: var(--allow);
  }
  .mark.allowed {
    fill: var(--allow);
  }
  .mark.delayed {
    fill: none;
    stroke: var(--delay);
    stroke-width: 2;
  }
  .mark.denied {
    fill: none;
    stroke: var(--deny);
    stroke-width: 2;
    stroke-linecap: round;
  }
  @container (min-width: 52rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr);
    }
    /* The members of an all-of are side by side. */
    .columns.several {
      grid-template-columns: minmax(0, 1fr);
    }
    .columns:not(.several) .stage {
      position: sticky;
      top: 1rem;
      align-self: start;
    }
  }
  @container (max-width: 28rem) {
    dl {
      grid-template-columns: minmax(0, 1fr);
      gap: 0.1rem;
    }
    dd {
      margin-bottom: 0.5rem;
    }
  }
  @media (forced-colors: active) {
    rect.full,
    .bar,
    .block,
    .mark.allowed {
      fill: CanvasText;
    }
    .note {
      stroke: Canvas;
      fill: CanvasText;
    }
  }
  @media print {
    nav,
    .scrub {
      display: none;
    }
  }
`;
