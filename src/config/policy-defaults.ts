/**
 * Sources of the defaults of settings that decide how trust changes and ranks. With `measured`, the defaults are those
 * that served agents best in an experiment; with `seed`, those of the designs that the service was built from.
 */
export const POLICIES = ['measured', 'seed'] as const;

/** Settings with a different default under POLICY=seed. The defaults in the schema are those of `measured`. */
const SEED = {
  MEMORY_CONSENSUS_OF: 'signals',
  MEMORY_SETTLED_BY: 'uses',
} as const;

/** Defaults of a policy; none for an unknown policy, which the schema refuses. */
export function policyDefaults(policy: unknown): Readonly<Record<string, string>> {
  return policy === 'seed' ? SEED : {};
}
