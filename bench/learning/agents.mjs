// Simulates how agents choose actions and how truthfully they report. Pure, except for the random generator that is
// passed in.
import { createHash } from 'node:crypto';

/**
 * @typedef {object} Agent
 * @property {string} name  name in its reports (x-agent)
 * @property {number} sees  probability of recognising suitable advice as suitable
 * @property {number} errs  probability of mistaking unsuitable advice for suitable
 * @property {number} follows  probability of following a learning of an item
 * @property {number} explores  probability of finding out, after a failure, what works instead
 * @property {number} mistakes  probability that what it then believes to work does not
 * @property {number} slips  probability of reporting the opposite outcome by mistake
 * @property {boolean} lies  whether it reports the opposite on purpose, and records what does not work, in a new session each time
 */

const CAREFUL = { sees: 0.95, errs: 0.05, follows: 0.95, explores: 0.6, mistakes: 0.1, slips: 0 };
const SLOPPY = { sees: 0.8, errs: 0.25, follows: 0.6, explores: 0.3, mistakes: 0.4, slips: 0.1 };

const AGENTS = 20;

/**
 * Creates agents, half of them careful and half careless.
 *
 * @param liars share of agents that lie, 0..1
 */
export function agentsOf(liars) {
  return Array.from({ length: AGENTS }, (_, index) => ({
    name: `agent-${index}`,
    ...(index % 2 === 0 ? CAREFUL : SLOPPY),
    // Liars are spread over both groups.
    lies: ((index * 7) % AGENTS) / AGENTS < liars,
  }));
}

/** The first advice that the agent considers suitable; if it considers none suitable, the first one. */
export function choose({ sees, errs }, advice, fits, random) {
  return advice.find((each) => random() < (fits(each) ? sees : errs)) ?? advice[0];
}

/** The outcome that the agent reports. */
export function saysOf({ slips, lies }, success, random) {
  return lies || random() < slips ? !success : success;
}

/**
 * What is assumed of the hooks of connected agents: runs without tests, and lower ends of 95 % intervals (Clopper-Pearson). All
 * 136 cases of verdicts in src/connect/reduce are right (.973, here rounded down), and all 84 matches of
 * test/hooks/matching.measured-spec.ts.
 */
const HOOKS = { untested: 0.2, verdictsRight: 0.96, matchesRight: 0.957 };
/** Share of the sessions in which hooks recognised that the entry that was given was followed: 84 of 352 in the same stream. */
export const COVERAGE = 0.24;

/**
 * What the hooks find out about an attempt. Whether an entry is recognised depends on its text, so that it is always recognised
 * or never: in that stream this was so for 180 of 196 sections.
 *
 * @param given entries of the context
 * @param chosen that which the agent followed
 * @returns `{ said, used }`: the outcome, and the refs that it credits or blames; undefined if the run stays undecided
 */
export function capturedOf({ seed, coverage, given, chosen, success }, random) {
  if (random() < HOOKS.untested) return undefined;
  const said = random() < HOOKS.verdictsRight ? success : !success;
  const [number] = createHash('sha256').update(`${seed} ${chosen.ref}`).digest();
  if (number / 256 >= coverage) return { said, used: [] };
  const other = given.find(({ ref }) => ref !== chosen.ref);
  return { said, used: [(random() < HOOKS.matchesRight || !other ? chosen : other).ref] };
}
