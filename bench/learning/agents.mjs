// How agents decide what to try, and how truthfully they report. Pure but for the generator they are given.

/**
 * @typedef {object} Agent
 * @property {string} name  who reports (x-agent)
 * @property {number} sees  chance that advice that fits is taken to fit
 * @property {number} errs  chance that advice that does not fit is taken to fit
 * @property {number} follows  chance that what was learned about an item is followed
 * @property {number} explores  chance that, after a failure, what works instead is found
 * @property {number} mistakes  chance that what it takes to work instead does not
 * @property {number} slips  chance that an outcome is reported the wrong way round
 * @property {boolean} lies  reports the contrary, teaches what does not work, under a new session each time
 */

const CAREFUL = { sees: 0.95, errs: 0.05, follows: 0.95, explores: 0.6, mistakes: 0.1, slips: 0 };
const SLOPPY = { sees: 0.8, errs: 0.25, follows: 0.6, explores: 0.3, mistakes: 0.4, slips: 0.1 };

const AGENTS = 20;

/**
 * Half of them careful, half sloppy.
 *
 * @param liars share of those who lie, 0..1
 */
export function agentsOf(liars) {
  return Array.from({ length: AGENTS }, (_, index) => ({
    name: `agent-${index}`,
    ...(index % 2 === 0 ? CAREFUL : SLOPPY),
    // Spread over both sorts.
    lies: ((index * 7) % AGENTS) / AGENTS < liars,
  }));
}

/** The first advice that the agent takes to fit; the first of all where it takes none to. */
export function choose({ sees, errs }, advice, fits, random) {
  return advice.find((each) => random() < (fits(each) ? sees : errs)) ?? advice[0];
}

/** What the agent says of an outcome. */
export function saysOf({ slips, lies }, success, random) {
  return lies || random() < slips ? !success : success;
}
