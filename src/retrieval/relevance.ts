import { compare } from '../common/text.js';
import type { GraphContextEntry } from '../entities/entities.model.js';

// Selects the relations around an entity that a prompt shows. Pure functions.

type Related = Pick<
  GraphContextEntry,
  'relationType' | 'source' | 'target' | 'depth' | 'key' | 'properties' | 'recordedAt'
>;

/** A relation type and direction of which the active entity has more relations than a prompt shows. */
export interface Crowd {
  readonly relationType: string;
  /** True if the relations lead from the active entity. */
  readonly isOwn: boolean;
}

export interface Choosing {
  /** Maximum number of relations. */
  readonly most: number;
  /** Maximum number of relations of each crowd, while others need the room. */
  readonly mostOfCrowd: number;
  readonly isCrowd: (crowd: Crowd) => boolean;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Two words count as equal if they share at least `BEGINNING` first letters, and at most `ENDING` letters follow. */
const BEGINNING = 4;
const ENDING = 3;

/**
 * Selects the relations that fit a question best, by the words that they share with it. Words that are rare among the
 * relations have more weight. Ties are broken by depth; then the types take turns, each with its latest; then by type and
 * ends.
 *
 * @returns the selected relations in the given order
 */
export function relevantRelations<Relation extends Related>(
  query: string,
  entityId: string | null,
  relations: readonly Relation[],
  { most, mostOfCrowd, isCrowd }: Choosing,
): Relation[] {
  const asked = wordsOf(query);
  const found = relations.map((relation) => sharedBy(asked, wordsOf(textOf(relation, entityId))));
  const rarity = asked.map((_, word) => {
    const having = found.filter((shared) => shared.has(word)).length;
    return having === 0 ? 0 : Math.log(1 + relations.length / having);
  });
  const ranked = relations
    .map((relation, index) => {
      const shared = found[index] ?? new Set<number>();
      return { relation, score: [...shared].reduce((sum, word) => sum + (rarity[word] ?? 0), 0) };
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        a.relation.depth - b.relation.depth ||
        (b.relation.recordedAt?.getTime() ?? 0) - (a.relation.recordedAt?.getTime() ?? 0) ||
        compare(a.relation.relationType, b.relation.relationType) ||
        compare(a.relation.target.id, b.relation.target.id) ||
        compare(a.relation.key, b.relation.key),
    );
  const keyOf = (relation: Relation) => {
    const { isOwn, relationType } = crowdOf(relation, entityId);
    return `${isOwn}\n${relationType}`;
  };
  // Where the question does not decide, each type comes before the second relation of another.
  const turns = new Map<string, number>();
  const inTurn = ranked.map((each) => {
    const turn = each.score > 0 ? 0 : (turns.get(keyOf(each.relation)) ?? 0);
    turns.set(keyOf(each.relation), turn + 1);
    return { ...each, turn };
  });
  inTurn.sort((a, b) => b.score - a.score || a.relation.depth - b.relation.depth || a.turn - b.turn);
  const counts = new Map<string, number>();
  const chosen = new Set<Relation>();
  const left: Relation[] = [];
  for (const { relation } of inTurn) {
    if (chosen.size === most) break;
    const key = keyOf(relation);
    const count = counts.get(key) ?? 0;
    if (count === mostOfCrowd && isCrowd(crowdOf(relation, entityId))) {
      left.push(relation);
      continue;
    }
    counts.set(key, count + 1);
    chosen.add(relation);
  }
  // Places that no other relation needs go to the crowds.
  for (const relation of left.slice(0, Math.max(0, most - chosen.size))) chosen.add(relation);
  return relations.filter((relation) => chosen.has(relation));
}

export function crowdOf({ relationType, source }: Related, entityId: string | null): Crowd {
  return { relationType, isOwn: source.id === entityId };
}

/** The text of a relation, without the active entity, which all relations have in common. */
function textOf({ relationType, source, target, properties }: Related, entityId: string | null): string {
  const { description } = properties;
  const ends = [source, target].filter(({ id }) => id !== entityId).flatMap(({ id, label }) => [id, label ?? '']);
  return [relationType, ...ends, typeof description === 'string' ? description : ''].join(' ');
}

/** The beginnings of the words of a question by which relations that may fit it are found. */
export function beginningsOf(query: string): string[] {
  return wordsOf(query).map((word) => word.slice(0, Math.max(BEGINNING, word.length - ENDING)));
}

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().replaceAll('_', ' ').match(WORD))];
}

/** Indexes of the words of the question that occur in the text. */
function sharedBy(asked: readonly string[], there: readonly string[]): Set<number> {
  return new Set(asked.flatMap((word, index) => (there.some((other) => isSame(word, other)) ? [index] : [])));
}

function isSame(a: string, b: string): boolean {
  if (a === b) return true;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return same >= BEGINNING && a.length - same <= ENDING && b.length - same <= ENDING;
}
