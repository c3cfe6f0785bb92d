import { HEADINGS } from '../common/prompt-grammar.js';
import { cutText, flat } from '../common/prompt-text.js';
import { compare } from '../common/text.js';
import { activeOf, metadataLines, moreLine, pieceLine, relationLine, type RetrievedMore } from './formatter.js';
import type { GraphContextEntry, Piece } from '../entities/entities.model.js';
import type { SectionText, SectionWriter } from '../knowledge/section.js';

type Properties = Readonly<Record<string, unknown>>;

/** Profile and relations of the active entity. */
export interface Profile {
  readonly entityId: string | null;
  readonly metadata: Properties | null;
  readonly globalMetadata: Properties | null;
  readonly relations: readonly Pick<
    GraphContextEntry,
    'relationType' | 'source' | 'target' | 'properties' | 'key' | 'piece'
  >[];
  /** For types with more relations than are shown: the number of further ones. */
  readonly more?: readonly RetrievedMore[];
}

export type ShownPiece = Pick<Piece, 'id' | 'content' | 'knowledgeType' | 'infoType'> &
  Partial<Pick<Piece, 'citation'>>;

const PROFILE = 'user_profile';
const BACKGROUND = 'context';
/** Order of the sections in a prompt; other sections follow by name. */
const ORDER: readonly string[] = [PROFILE, 'instructions', BACKGROUND, 'skills'];

/**
 * Writes pieces in one section for each info type. The profile and the relations of the active entity are written in
 * `user_profile`, other relations in `context`, even if no piece is shown. A relation whose piece is shown gets no line.
 *
 * @param pieces pieces of the hits, best first
 */
export function pieceSections(pieces: readonly ShownPiece[], profile: Profile): SectionWriter {
  return (taken, { cut, withoutProfile, mark }) => {
    const sections = new Map<string, string[]>();
    const add = (infoType: string, part: string) => sections.set(infoType, [...(sections.get(infoType) ?? []), part]);
    const shown = taken.flatMap((index) =>
      pieces[index] ? [{ ...pieces[index], most: cut.get(index), mark: mark(index) }] : [],
    );
    if (!withoutProfile) {
      for (const properties of [profile.metadata, profile.globalMetadata]) {
        if (properties && Object.keys(properties).length > 0) add(PROFILE, metadataLines(properties).join('\n'));
      }
      const ids = new Set(shown.map(({ id }) => id));
      const relations = profile.relations.filter(({ piece }) => piece === null || !ids.has(piece.id));
      const own = relations.filter(({ source }) => source.id === profile.entityId);
      const others = relations.filter(({ source }) => source.id !== profile.entityId);
      const ownLines = [...own.map((relation) => relationLine(relation)), ...moreLines(profile, true)];
      const otherLines = [
        ...others.map((relation) => relationLine(relation, relation.source)),
        ...moreLines(profile, false),
      ];
      if (ownLines.length > 0) add(PROFILE, ownLines.join('\n'));
      if (otherLines.length > 0) add(BACKGROUND, otherLines.join('\n'));
    }
    for (const piece of shown)
      add(
        piece.infoType,
        cutText(
          `piece:${piece.id}`,
          piece.content,
          piece.most,
          (content) => piece.mark + pieceLine({ ...piece, content }),
        ),
      );
    return [...sections]
      .sort(([a], [b]) => placeOf(a) - placeOf(b) || compare(a, b))
      .map(([infoType, parts]): SectionText => ({ infoType, parts: [headingOf(infoType), ...parts] }));
  };
}

/** Lines such as `KNOWS: and 190 more`, for relations from the active entity or to it. */
function moreLines({ more = [], entityId, relations }: Profile, isOwn: boolean): string[] {
  const active = activeOf(entityId, relations);
  return more.filter((each) => each.isOwn === isOwn).map((each) => moreLine(each, active));
}

function placeOf(infoType: string): number {
  const place = ORDER.indexOf(infoType);
  return place < 0 ? ORDER.length : place;
}

/** Heading of an info type: `user_profile` becomes "# User profile". A heading of another kind gets the suffix "(pieces)". */
function headingOf(infoType: string): string {
  const words = flat(infoType.replaceAll('_', ' '));
  const heading = `# ${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const isTaken = Object.values(HEADINGS).some((taken) => taken.toLowerCase() === heading.toLowerCase());
  return isTaken ? `${heading} (pieces)` : heading;
}
