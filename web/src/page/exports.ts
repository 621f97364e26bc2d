/** The files that a run can be saved as, one row each. `from` is the method of the run that writes the text. */
import type { TextFile } from '../engine/index.ts';
import { toPng } from './files.ts';

interface Row {
  title: string;
  says: string;
  name: string;
  type: string;
}

export interface Export extends Row {
  from: TextFile;
}

/** A picture, drawn with the options that a person chose. */
export interface Drawn extends Row {
  /** Converts the SVG to another format. */
  convert?: (svg: string) => Promise<Blob>;
  /** Whether its colours are fixed, so that they cannot follow the reader's system. */
  isFixed?: boolean;
}

export const PICTURES: readonly Drawn[] = [
  { title: 'PNG', says: 'the picture', name: 'ratelab.png', type: 'image/png', convert: toPng, isFixed: true },
  { title: 'SVG', says: 'the picture, with selectable text', name: 'ratelab.svg', type: 'image/svg+xml' },
];

export const EXPORTS: readonly Export[] = [
  { title: 'CSV', says: 'one row per decision', name: 'ratelab.csv', type: 'text/csv', from: 'toCSV' },
  { title: 'JSON', says: 'every decision', name: 'ratelab.json', type: 'application/json', from: 'toJSON' },
  {
    title: 'Comparison',
    says: 'totals per limiter, as JSON',
    name: 'ratelab-comparison.json',
    type: 'application/json',
    from: 'toComparison',
  },
];
