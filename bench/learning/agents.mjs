// Simulates how agents choose actions and how truthfully they report. Pure, except for the random generator that is
// passed in.

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
