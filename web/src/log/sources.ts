/** Where a log comes from: what is dropped, chosen or pasted. */
import { counted } from '../words/numbers.ts';
import type { Source } from './types.ts';

/** The name that the user knows it by. */
export function nameOf(source: Source): string {
  if (source.kind === 'sample') return 'a sample day';
  if (source.kind === 'text') return 'pasted text';
  const [first] = source.files;
  return source.files.length === 1 ? first.name : counted(source.files.length, 'file');
}

/** The log in what was dropped or pasted: files, or else text of some length; undefined if there is neither. */
export function sourceIn(data: DataTransfer | null): Source | undefined {
  const files = [...(data?.files ?? [])];
  if (files.length > 0) return { kind: 'files', files };
  const text = data?.getData('text/plain') ?? '';
  return text.trim() === '' ? undefined : { kind: 'text', text };
}
