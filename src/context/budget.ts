import { breather } from '../common/turns.js';
import type { SectionText, SectionWriter } from '../knowledge/section.js';

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

/** Separator between all parts. */
const GAP = '\n\n';

/**
 * Puts hits into a text of at most `maxTokens`, best first. If a hit does not fit together with its prerequisites, it
 * is tried alone; if it still does not fit, it is skipped, and smaller hits after it are tried.
 *
 * @param count number of hits, best first; if none fits, the text is the one written without any hit
 */
export async function assemble(
  count: number,
  maxTokens: number,
  write: SectionWriter,
  countTokens: TokenCount,
): Promise<Assembled> {
  const estimate = estimator(countTokens, maxTokens);
  const taken: number[] = [];
  const bare = new Set<number>();
  const breathe = breather();
  for (let index = 0; index < count; index++) {
    await breathe();
    if ((await estimate(write([...taken, index], bare))) <= maxTokens) {
      taken.push(index);
    } else if ((await estimate(write([...taken, index], new Set([...bare, index])))) <= maxTokens) {
      taken.push(index);
      bare.add(index);
    }
  }
  for (;;) {
    const sections = write(taken, bare);
    const texts = sections.map(({ infoType, parts }) => ({ infoType, text: [...parts].join(GAP) }));
    const text = texts.map((section) => section.text).join(GAP);
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
    // The estimate was too low: the tokenizer merged the beginning of a part with the gap before it.
    taken.pop();
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
