/** The settings of the log page before a person chooses others. */
import { USUAL_MARGIN } from './address.ts';
import type { Settings } from './address.ts';
import type { Reading } from './types.ts';

const MINUTE = 60_000_000_000n;
export const USUAL_READING: Reading = {
  format: 'auto',
  pattern: '',
  key: 'client',
  cost: '',
  limited: '',
  leaveOutLimited: false,
};
export const USUAL: Settings = {
  limit: { amount: 60, period: MINUTE, burst: 20 },
  algorithm: 'token_bucket',
  reading: USUAL_READING,
  tolerance: undefined,
  margin: USUAL_MARGIN,
};
