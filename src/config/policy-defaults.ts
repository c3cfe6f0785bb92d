/**
 * Where settings that decide how trust moves and ranks have their defaults from: `measured`, what an experiment showed to
 * serve agents best; `seed`, what the designs say that the service was built from.
 */
export const POLICIES = ['measured', 'seed'] as const;

/** Settings whose default under POLICY=seed is another than the schema's, which is the one of `measured`. */
const SEED = {
  MEMORY_CONSENSUS_OF: 'signals',
  MEMORY_SETTLED_BY: 'uses',
} as const;

/** Defaults that a policy sets; none for what is no policy, which the schema refuses. */
export function policyDefaults(policy: unknown): Readonly<Record<string, string>> {
  return policy === 'seed' ? SEED : {};
}
