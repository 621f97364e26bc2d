/** The files that a run can be saved as, one row each. `from` is the method of the run that writes the text. */
import type { TextFile } from '../engine/index.ts';
import { toPng } from './files.ts';

export interface Export {
  title: string;
  says: string;
  name: string;
  type: string;
  from: TextFile;
  /** Converts the text to another format. */
  convert?: (text: string) => Promise<Blob>;
}

export const EXPORTS: readonly Export[] = [
  { title: 'PNG', says: 'the picture', name: 'ratelab.png', type: 'image/png', from: 'toSVG', convert: toPng },
  { title: 'SVG', says: 'the picture, with real text', name: 'ratelab.svg', type: 'image/svg+xml', from: 'toSVG' },
  { title: 'CSV', says: 'every decision, a line each', name: 'ratelab.csv', type: 'text/csv', from: 'toCSV' },
  { title: 'JSON', says: 'every decision', name: 'ratelab.json', type: 'application/json', from: 'toJSON' },
  { title: 'Comparison', says: 'as the /compare API returns it', name: 'ratelab-comparison.json', type: 'application/json', from: 'toComparison' },
];
