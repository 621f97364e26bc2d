/** The limits to deploy: one, unless groups have their own limits. */
import type { Deployment } from '../../engine/index.ts';
import { listed } from '../../words/index.ts';
import { OTHERS } from '../../words/topology.ts';

export interface Offered extends Deployment {
  /** The groups it is for: `free and trial`; empty if it is for all. */
  who: string;
}

/** Groups with the same limit share a policy, and so the names of their keys. */
export function offered(deployments: readonly Deployment[]): Offered[] {
  const prefixes = [...new Set(deployments.map(({ key_prefix }) => key_prefix))];
  return prefixes.flatMap((prefix) => {
    const same = deployments.filter(({ key_prefix }) => key_prefix === prefix);
    const who = prefixes.length === 1 ? '' : listed(same.map(({ group }) => group ?? OTHERS));
    return same.slice(0, 1).map((deployment) => ({ ...deployment, who }));
  });
}
