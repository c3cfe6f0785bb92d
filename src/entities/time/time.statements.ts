import { readStatement } from '../../graph/statement.js';
import type { StoredEntity, StoredPiece, StoredRelation } from '../entities.statements.js';
import type { When } from './moment.js';

interface In {
  readonly namespace: string;
}
type Ids = In & { readonly ids: readonly string[] };

/** A relation with the ids of its ends; the entities at that time are read separately. */
export type RelationAt = Omit<StoredRelation, 'source' | 'target'> & {
  readonly sourceId: string;
  readonly targetId: string;
};

export const listAroundAt = readStatement<
  In & {
    step: { readonly frontier: readonly string[]; readonly seen: readonly string[] };
    limit: number;
    when: When;
  },
  { readonly other: string; readonly relation: RelationAt }
>('layers/list-around-at');

type RelationPage = Ids & { readonly after: string; readonly limit: number; readonly when: When };
interface ListedRelation {
  readonly entityId: string;
  readonly relation: RelationAt & { readonly reverseKey: string };
}
export const listOutgoingRelationsAt = readStatement<RelationPage, ListedRelation>('layers/list-outgoing-relations-at');
export const listIncomingRelationsAt = readStatement<RelationPage, ListedRelation>('layers/list-incoming-relations-at');
export const countRelationsAt = readStatement<Ids & { when: When }, { id: string; outgoing: number; incoming: number }>(
  'layers/count-relations-at',
);

type Known = Ids & { readonly known: Date };
export const findEntitiesAt = readStatement<Known, { entity: StoredEntity; state: string | null }>(
  'layers/find-entities-at',
);

export const listPiecesAt = readStatement<
  In & { id: string; owner: string; known: Date; afterId: string; limit: number },
  { id: string }
>('layers/list-pieces-at');

export interface VersionAt {
  readonly state: string;
  readonly title: string | null;
  readonly text: string | null;
  readonly from: Date;
}
export const findPiecesAt = readStatement<
  Known,
  { readonly piece: StoredPiece; readonly version: VersionAt | null; readonly trust: number }
>('layers/find-pieces-at');
