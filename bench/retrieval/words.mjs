// Helpers for the generators of sets: seeded choices, and sentences with slots. Pure.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { generator } from '../lib/data.mjs';

/** The parts of a set. */
export function dataOf(set) {
  return parse(readFileSync(fileURLToPath(new URL(`data/${set}.yaml`, import.meta.url)), 'utf8'));
}

/** Random choices that are the same in every run with the same seed. */
export function chooser(seed) {
  const random = generator(seed);
  const below = (count) => Math.floor(random() * count);
  const pick = (list) => {
    if (list.length === 0) throw new Error('Nothing to pick from');
    return list[below(list.length)];
  };
  const shuffled = (list) => {
    const all = [...list];
    for (let i = all.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [all[i], all[j]] = [all[j], all[i]];
    }
    return all;
  };
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (share) => random() < share,
    pick,
    shuffled,
    some: (list, count) => shuffled(list).slice(0, count),
    /** Fills in a template, or one of several: chooses one of `[one|other]` and replaces `{slot}`. */
    write: (templates, slots) => {
      const template = typeof templates === 'string' ? templates : pick(templates);
      const chosen = template.replace(/\[([^[\]]*)\]/g, (_, choices) => pick(choices.split('|')));
      return chosen.replace(/\{(\w+)\}/g, (_, slot) => {
        if (slots[slot] === undefined) throw new Error(`${template} needs ${slot}`);
        return String(slots[slot]);
      });
    },
  };
}

/** Capitalises the beginning of each sentence. */
export function sentence(text) {
  return text.replace(/(^|[.!?] )(\p{Ll})/gu, (_, before, letter) => before + letter.toUpperCase());
}
