// Questions in words whose result one calculation gives: "What is a 15 % tip on 64 dollars?", "Split 126 by 7". A question
// is read only as a whole.

const N = '(\\d+(?:\\.\\d+)?)';
const MONEY = '(?:[$€£] ?)?';
const OF_MONEY = '(?: ?(?:[$€£]|dollars?|euros?|pounds?|francs?|chf|usd|eur))?';
const WHAT =
  "(?:(?:please |can you |could you )?(?:what(?:[’']s| is| would be| are)?|which|how (?:much|many|big|large|long|fast) (?:is|are|would be)|calculate|compute|find|give me|work out|tell me|i need) )?(?:the |an? )?";
const END = '[ ?.!]*$';
const PAID =
  '(?:what|how much) (?:do|will|would|must|should) (?:i|we|you|they) (?:have to )?pay|(?:what|how much) is the (?:final|new|sale|discounted|reduced|total) price|how much (?:does|will) (?:it|that) cost(?: now| then)?';
const LENGTH = '(?: ?(?:m|cm|mm|km|ft|feet|meters?|metres?|centimeters?|centimetres?|inches|inch|yards?))?';

interface Problem {
  readonly pattern: RegExp;
  /** The calculation, as `calculationIn` reads it. The groups that matched are passed in order. */
  readonly as: (...groups: string[]) => string;
}

const whole = (source: string, as: Problem['as']): Problem => ({ pattern: new RegExp(`^${source}${END}`, 'u'), as });

const PROBLEMS: readonly Problem[] = [
  whole(
    `${WHAT}${N} ?(?:%|percent) (?:tip|gratuity|vat|sales tax|commission) (?:on|of|for) (?:an? )?${MONEY}${N}${OF_MONEY}(?: bill| meal| dinner| purchase)?`,
    (share, of) => `${share}% of ${of}`,
  ),
  whole(
    `${WHAT}${MONEY}${N}${OF_MONEY} plus ${N} ?(?:%|percent)(?: of)?(?: vat| tva| mwst| tax| tip)?`,
    (of, share) => `${of} * (100 + ${share}) / 100`,
  ),
  whole(
    `${WHAT}(?:percentage|percent|share) of ${N}${OF_MONEY} (?:is|are) ${N}${OF_MONEY}`,
    (of, part) => `${part} / ${of} as a percentage`,
  ),
  whole(
    `(?:${WHAT}(?:percentage|percent|share) (?:is|are) )${N}${OF_MONEY} of ${N}${OF_MONEY}|${N} (?:is|are) (?:what|which|how many) (?:percent|percentage|%) of ${N}`,
    (part, of) => `${part} / ${of} as a percentage`,
  ),
  whole(
    `(?:please )?(?:split|divide) ${MONEY}${N}${OF_MONEY} (?:by|into|among|between) ${N}(?: (?:people|persons|friends|parts|equal parts|ways))?(?: equally)?`,
    (of, by) => `${of} / ${by}`,
  ),
  whole(`(?:please )?multiply ${N} (?:by|with|and|times) ${N}`, (one, other) => `${one} * ${other}`),
  whole(`(?:please )?subtract ${N} from ${N}`, (one, other) => `${other} - ${one}`),
  whole(`(?:please )?add ${N} (?:to|and|plus) ${N}(?: together)?`, (one, other) => `${one} + ${other}`),
  whole(
    `(?:please )?(?:increase|raise) ${MONEY}${N}${OF_MONEY} by ${N} ?(?:%|percent)`,
    (of, share) => `${of} * (100 + ${share}) / 100`,
  ),
  whole(
    `(?:please )?(?:decrease|reduce|lower) ${MONEY}${N}${OF_MONEY} by ${N} ?(?:%|percent)`,
    (of, share) => `${of} * (100 - ${share}) / 100`,
  ),
  whole(
    `(?:my|our|the) (?:bill|meal|dinner|lunch|check) (?:is|was|costs?|comes to) ${MONEY}${N}${OF_MONEY}[,.;:] ?${WHAT}${N} ?(?:%|percent) tip(?: on that)?`,
    (of, share) => `${share}% of ${of}`,
  ),
  whole(`${WHAT}${N} ?(?:%|percent) off (?:of )?${MONEY}${N}${OF_MONEY}`, (off, of) => `${of} * (100 - ${off}) / 100`),
  whole(`${WHAT}(?:sqrt|root) ?(?:of |\\()?${N}\\)?`, (of) => `square root of ${of}`),
  whole(
    `(?:please )?(?:solve|find x|what is x)(?: for x)?(?: if|:|,)? ?(\\d{1,6}) ?\\*? ?x ?([-+]) ?${N} ?= ?(-?\\d+(?:\\.\\d+)?)`,
    (factor, sign, added, sum) => `(${sum} ${sign === '+' ? '-' : '+'} ${added}) / ${factor}`,
  ),
  whole(
    `(?:please )?(?:solve|find x|what is x)(?: for x)?(?: if|:|,)? ?(\\d{1,6}) ?\\*? ?x ?= ?(-?\\d+(?:\\.\\d+)?)`,
    (factor, product) => `${product} / ${factor}`,
  ),
  whole(
    `(?:please )?(?:solve|find x|what is x)(?: for x)?(?: if|:|,)? ?x ?([-+]) ?${N} ?= ?(-?\\d+(?:\\.\\d+)?)`,
    (sign, added, sum) => `${sum} ${sign === '+' ? '-' : '+'} ${added}`,
  ),
  whole(`${WHAT}(?:square|second power) of ${N}`, (of) => `${of} ^ 2`),
  whole(`${WHAT}(?:cube|third power) of ${N}`, (of) => `${of} ^ 3`),
  whole(
    `(?:an?|the|my|one) [\\p{L} -]{2,40}? costs? ${MONEY}${N}${OF_MONEY}(?:,? and(?: it)? is|,? but is|,? with|,? but there is|[.,]? it is|[.,] there is) (?:an? )?${N} ?(?:%|percent) (?:off|discount|cheaper)[.,;]? (?:so )?(?:${PAID})(?: for it)?`,
    (price, off) => `${price} * (100 - ${off}) / 100`,
  ),
  whole(
    `(?:i|we|he|she|they|an? [\\p{L} ]{2,30}?) (?:drove|drives|drive|ran|runs|walked|walks|cycled|cycles|rode|rides|travell?ed|travell?s|went|covered|covers) ${N} ?(?:km|kilometers|kilometres|miles) in ${N} ?(?:hours?|h)[.,;] (?:so )?(?:what (?:is|was) (?:my|our|his|her|its|their|the) (?:average )?speed|how fast (?:did|does|was|is) (?:i|we|he|she|they|it)(?: go| drive| run| travel)?(?: on average)?)(?: in (?:km/h|mph))?`,
    (way, time) => `${way} / ${time}`,
  ),
  whole(
    `(?:how much interest (?:do|will|would) (?:i|we|you) (?:get|earn|pay|receive)|${WHAT}interest) (?:for|on) ${MONEY}${N}${OF_MONEY} at (?:a rate of )?${N} ?(?:%|percent)(?: interest)? (?:in|for|after|over) (?:one|an?|1) year`,
    (sum, rate) => `${rate}% of ${sum}`,
  ),
  whole(
    `if (?:(?:an?|one|1) dozen|12) \\p{L}+ costs? ${MONEY}${N}${OF_MONEY}, (?:how much|what) (?:do|does|would|will) ${N} (?:\\p{L}+ )?cost`,
    (price, count) => `${price} / 12 * ${count}`,
  ),
  whole(
    `if ${N} \\p{L}+ costs? ${MONEY}${N}${OF_MONEY}, (?:how much|what) (?:do|does|would|will) ${N} (?:\\p{L}+ )?cost`,
    (known, price, count) => `${price} / ${known} * ${count}`,
  ),
  whole(
    `${WHAT}area of (?:an? |the )?(?:rectangle|rectangular \\p{L}+|room|garden|field|lawn|floor)(?: that is| which is| of|:| with(?: a)?(?: length(?: of)?| sides(?: of)?)?)? ${N}${LENGTH}(?: long| wide| in length)?(?: by| x| ×| times|,? and(?: a)?(?: width(?: of)?)?) ${N}${LENGTH}(?: wide| long| high| in width)?`,
    (one, other) => `${one} * ${other}`,
  ),
  whole(
    `${WHAT}(?:perimeter|circumference) of (?:an? |the )?(?:rectangle|room|garden|field|lawn)(?: that is| which is| of|:| with(?: a)?(?: length(?: of)?| sides(?: of)?)?)? ${N}${LENGTH}(?: long| wide| in length)?(?: by| x| ×| times|,? and(?: a)?(?: width(?: of)?)?) ${N}${LENGTH}(?: wide| long| high| in width)?`,
    (one, other) => `2 * (${one} + ${other})`,
  ),
  whole(
    `${WHAT}area of (?:an? |the )?square (?:with|of)(?: an?)? sides?(?: length)?(?: of)? ${N}${LENGTH}`,
    (side) => `${side} ^ 2`,
  ),
];

const SUM_OF =
  /^(?:what do|what does|how much do) (.{3,120}?) (?:add up to|sum (?:up )?to|make (?:together|in total)|come to(?: in total)?)[ ?.!]*$/u;

/**
 * A question in words as the calculation that answers it, or as a question that other rules read.
 *
 * @param asked in English, in lower case
 * @returns the question itself if it is none of those
 */
export function asCalculation(asked: string): string {
  for (const { pattern, as } of PROBLEMS) {
    const groups = pattern
      .exec(asked)
      ?.slice(1)
      .filter((group) => group !== undefined);
    if (groups) return as(...groups);
  }
  const added = SUM_OF.exec(asked)?.[1];
  return added === undefined ? asked : `sum of ${added}`;
}
