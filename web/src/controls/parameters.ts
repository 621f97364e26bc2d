/** Rows of the bounds table, for controls that are not of one limiter. */
import type { Bounds, Parameter, Role } from '../engine/index.ts';

/** The parameter with this purpose, of the first limiter that has one. */
export function parameterWith(role: Role, bounds: Bounds | undefined): Parameter | undefined {
  return bounds?.limiters.flatMap(({ parameters }) => parameters).find((parameter) => parameter.role === role);
}
