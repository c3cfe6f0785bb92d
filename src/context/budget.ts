import { breather } from '../common/turns.js';
import { noRoomFor } from '../common/prompt-grammar.js';
import type { SectionText, Shortened } from '../knowledge/section.js';

/** A context text that fits its token budget, and the hits that it includes. */
export interface Assembled {
  readonly text: string;
  readonly sections: readonly { readonly infoType: string; readonly text: string; readonly tokens: number }[];
  /** Number of tokens of `text`, counted as a whole; never above the budget. */
  readonly tokens: number;
  /** Indexes of the included hits, ascending. */
  readonly taken: readonly number[];
}

/** Counts the tokens of a text; long texts may be counted in another thread or process. */
export type TokenCount = (text: string) => number | Promise<number>;

/** Writes the sections for some of the hits, by their indexes, ascending. */
type Write = (taken: readonly number[], short: Shortened) => readonly SectionText[];

/** Separator between all parts. */
const GAP = '\n\n';

/** The shortest beginning of a text that is worth its place, in characters. */
const LEAST_CUT = 200;

/** Characters a token has at most, usually, and at least in prose; tried in this order. */
const CHARACTERS_A_TOKEN = [4.5, 3.5, 2.5];

/**
 * Puts hits into a text of at most `maxTokens`, best first. A hit that does not fit whole is cut at the end of a sentence, if
 * its kind can be cut; otherwise it is left out, and smaller hits after it are tried. What the hits need beside them takes the
 * room that is left, the best hit's first. The last line says how many hits had no room.
 *
 * @param count number of hits, best first; if none fits, the text is the one written without any hit
 */
export async function assemble(
  count: number,
  maxTokens: number,
  write: Write,
  countTokens: TokenCount,
): Promise<Assembled> {
  const estimate = estimator(countTokens, maxTokens);
  const taken: number[] = [];
  const bare = new Set<number>();
  const cut = new Map<number, number>();
  const breathe = breather();
  const withoutProfile = (await estimate(write([], { bare, cut }))) > maxTokens;
  const sizeOf = async (indexes: readonly number[]) => {
    await breathe();
    return estimate(write(indexes, { bare, cut, withoutProfile }));
  };
  const fits = async (indexes: readonly number[]) => (await sizeOf(indexes)) <= maxTokens;
  for (let index = 0; index < count; index++) {
    bare.add(index);
    const wanted = [...taken, index];
    const hasRoom = (await fits(wanted)) || (await fitsCut(index, wanted));
    if (hasRoom) taken.push(index);
  }
  for (const index of taken) {
    bare.delete(index);
    if (!(await fits(taken))) bare.add(index);
  }
  for (;;) {
    const sections = write(taken, { bare, cut, withoutProfile });
    const texts = sections.map(({ infoType, parts }) => ({ infoType, text: [...parts].join(GAP) }));
    const omitted = count - taken.length;
    const told = texts.map((section) => section.text).concat(omitted > 0 ? noRoomFor(omitted) : []);
    const text = told.join(GAP);
    const tokens = await countTokens(text);
    if (tokens <= maxTokens) {
      return {
        text,
        tokens,
        taken,
        sections: await Promise.all(
          texts.map(async (section) => ({ ...section, tokens: await countTokens(section.text) })),
        ),
      };
    }
    if (taken.length === 0) return { text: '', tokens: 0, taken, sections: [] };
    // The last line has no room, or the tokenizer merged the beginning of a part with the gap before it.
    taken.pop();
  }

  /** Keeps the longest cut of the hit with which the text fits. */
  async function fitsCut(index: number, wanted: readonly number[]): Promise<boolean> {
    const room = maxTokens - (await sizeOf(taken));
    for (const characters of CHARACTERS_A_TOKEN) {
      const most = Math.floor(room * characters);
      if (most < LEAST_CUT) break;
      cut.set(index, most);
      if (await fits(wanted)) return true;
    }
    cut.delete(index);
    return false;
  }
}

/** Returns the text unchanged if it fits, otherwise no text. */
export async function fitting(
  text: string,
  maxTokens: number,
  countTokens: TokenCount,
): Promise<Pick<Assembled, 'text' | 'tokens'>> {
  const tokens = await countTokens(text);
  return tokens <= maxTokens ? { text, tokens } : { text: '', tokens: 0 };
}

/**
 * Sums the tokens of the parts, counting each part once, until the sum is above `most`; further parts are not read. The
 * sum is exact if the parts begin with a letter, a digit or `#`: the tokenizer then always splits after the gap.
 */
function estimator(countTokens: TokenCount, most: number): (sections: readonly SectionText[]) => Promise<number> {
  const counted = new Map<string, number>();
  const count = async (text: string) => {
    const tokens = counted.get(text) ?? (await countTokens(text));
    counted.set(text, tokens);
    return tokens;
  };
  return async (sections) => {
    let sum = 0;
    let last: string | undefined;
    for (const { parts } of sections) {
      for (const part of parts) {
        if (last !== undefined) sum += await count(last + GAP);
        if (sum > most) return sum;
        last = part;
      }
    }
    return last === undefined ? sum : sum + (await count(last));
  };
}
