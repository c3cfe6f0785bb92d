/**
 * Sources of the figures that decide how trust changes. With `measured`, they are those that served agents best in an
 * experiment (docs/does-it-help.md); with `seed`, those of the designs that the service was built from.
 */
export const POLICIES = ['measured', 'seed'] as const;

/** How trust changes. */
export interface PolicyFigures {
  /**
   * Whether a success raises the trust of an item by 0.05 · (1 − trust). In streams of 1,000 tasks over all kinds, 3 more
   * of 100 are done where it does (docs/does-it-help.md); the first design knows only failures.
   */
  readonly TRUST_RECOVERY: 'none' | 'all';
  /** Unit of the threshold of consensus: each session of an agent, each signal, or each agent. */
  readonly MEMORY_CONSENSUS_OF: 'voices' | 'signals' | 'agents';
  /** Unit of which three settle a memory, so that a single signal moves it. */
  readonly MEMORY_SETTLED_BY: 'voices' | 'uses' | 'never';
}

/**
 * @param settings with UNTRUSTED_AGENTS each agent counts once, whatever sessions it names, and none settles a memory alone:
 *   the only measured defence against agents who lie (docs/does-it-help.md)
 */
export function policyFigures(settings: {
  readonly POLICY: (typeof POLICIES)[number];
  readonly UNTRUSTED_AGENTS: boolean;
}): PolicyFigures {
  const isSeed = settings.POLICY === 'seed';
  return {
    TRUST_RECOVERY: isSeed ? 'none' : 'all',
    MEMORY_CONSENSUS_OF: settings.UNTRUSTED_AGENTS ? 'agents' : isSeed ? 'signals' : 'voices',
    MEMORY_SETTLED_BY: settings.UNTRUSTED_AGENTS ? 'never' : isSeed ? 'uses' : 'voices',
  };
}
