import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/caller.js';
import { Clock } from '../../common/clock.js';
import { ConflictError, NotFoundError } from '../../common/errors.js';
import { inChunks } from '../../graph/chunks.js';
import { GraphService, type GraphTransaction } from '../../graph/graph.service.js';
import { ChangeDoor, newChange, type NewChange } from '../../versions/change.model.js';
import { VersionKeeper } from '../../versions/keeping.service.js';
import { UndoDoors, type UndoneThing } from '../../versions/undo.model.js';
import { UndoService } from '../../versions/undo.service.js';
import { pieceKind } from '../../entities/entities.kind.js';
import { type DecidedSupersession, SupersessionDecision } from '../../entities/entities.model.js';
import { decideDoubt, followSupersession, listCarriedRelations } from '../../entities/entities.statements.js';
import { KnowledgeUndo } from '../knowledge.undo.js';
import { keyOf } from '../merging/merged.js';
import { nameLinks } from '../merging/merging.statements.js';
import { refOfRelation } from '../../entities/relation.js';
import type { DecideSupersessionArgs } from './supersessions.inputs.js';

/** Maximum attempts of a decision, since concurrent writes may invalidate its plan. */
const ATTEMPTS = 8;

/** Decisions of people on pairs of pieces of which one may supersede the other. */
@Injectable()
export class Supersessions {
  constructor(
    private readonly graph: GraphService,
    private readonly writing: KnowledgeUndo,
    private readonly undoing: UndoService,
    private readonly versions: VersionKeeper,
    private readonly clock: Clock,
    doors: UndoDoors,
  ) {
    const follow = (graph: Pick<GraphTransaction, 'run'>, namespace: string, id: string) =>
      graph.run(followSupersession, { namespace, id });
    // KEEP_BOTH is a decision, SUPERSEDE a change of content. After either is undone, the pieces wait again.
    doors.decides(ChangeDoor.DECIDE_SUPERSESSION, async (transaction, { caller: { namespace }, id }) => {
      return (await follow(transaction, namespace, id)).length > 0;
    });
    doors.follow(ChangeDoor.DECIDE_SUPERSESSION, async (namespace, id) => {
      await follow(this.graph, namespace, id);
    });
  }

  /**
   * KEEP_BOTH changes neither piece, and can be repeated; the repeat has no change. SUPERSEDE is a change: the older piece gets the content of the newer
   * one, relations of the newer piece refer to the older one, and the newer one is removed.
   *
   * @throws NotFoundError when this pair was not noted, or one of the pieces no longer exists
   * @throws ConflictError when concurrent writes keep changing the same things
   */
  async decide(caller: Caller, { newerId, olderId, decision }: DecideSupersessionArgs): Promise<DecidedSupersession> {
    const { namespace, agent } = caller;
    const change = newChange(caller, ChangeDoor.DECIDE_SUPERSESSION, this.clock.now());
    const note = async (graph: Pick<GraphTransaction, 'run'>) => {
      const asked = { namespace, newer: newerId, older: olderId, decision, by: agent ?? null, now: change.at };
      const [noted] = await graph.run(decideDoubt, asked);
      if (!noted) throw new NotFoundError('Possible supersession', `${newerId} of ${olderId}`);
      return noted;
    };
    if (decision === SupersessionDecision.KEEP_BOTH) {
      const { waited } = await this.graph.transaction(async (transaction) => {
        const noted = await note(transaction);
        const kept = { namespace, change, refs: [`piece:${newerId}`, `piece:${olderId}`], was: { newerId, olderId } };
        if (noted.waited) await this.versions.note(transaction, [kept]);
        return noted;
      });
      return { changeId: waited ? change.id : null, pieceIds: [newerId, olderId] };
    }
    for (let attempt = 1; ; attempt++) {
      try {
        await this.supersede(caller, change, { newerId, olderId, note });
        return { changeId: change.id, pieceIds: [olderId] };
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private async supersede(
    caller: Caller,
    change: NewChange,
    pair: {
      readonly newerId: string;
      readonly olderId: string;
      readonly note: (transaction: GraphTransaction) => Promise<unknown>;
    },
  ): Promise<void> {
    const { namespace } = caller;
    const things = await this.things(namespace, pair);
    const base = { id: change.id, door: change.door, at: change.at, stands: true, refs: [] };
    await this.writing.write(
      {
        caller,
        change,
        base,
        sets: [],
        begin: async (transaction) => {
          await pair.note(transaction);
          // The change must exist before the newer piece is removed, because the removal adds the ref of the piece to
          // the change.
          await this.versions.beforeGoing(transaction, { namespace, of: pieceKind }, change, []);
        },
      },
      things,
    );
  }

  private async things(
    namespace: string,
    { newerId, olderId }: { readonly newerId: string; readonly olderId: string },
  ): Promise<UndoneThing[]> {
    const carried = await this.graph.run(listCarriedRelations, { namespace, id: newerId });
    const named = carried.map(({ key }) => ({ key, ref: refOfRelation(key) }));
    await inChunks(named, (rows) => this.graph.run(nameLinks, { namespace, rows }));
    const [newerRef, olderRef] = [`piece:${newerId}`, `piece:${olderId}`];
    const present = await this.undoing.present(namespace, [newerRef, olderRef, ...named.map(({ ref }) => ref)]);
    const [newer, older] = [present.get(newerRef), present.get(olderRef)];
    if (!newer || !older) throw new NotFoundError('Piece', newer ? olderId : newerId);
    const moving = named.flatMap(({ ref }) => {
      const was = present.get(ref);
      if (!was) return [];
      const becomes = { ...was.state, pieceId: olderId };
      return [{ ref, was, becomes, into: refOfRelation(keyOf(becomes)) }];
    });
    const there = await this.undoing.present(
      namespace,
      moving.map(({ into }) => into),
    );
    const idOf = (ref: string) => ref.slice(ref.indexOf(':') + 1);
    return [
      { ref: olderRef, id: olderId, was: older, becomes: newer.state },
      ...moving.flatMap(({ into, becomes }) =>
        there.has(into) ? [] : [{ ref: into, id: idOf(into), was: undefined, becomes }],
      ),
      ...moving.map(({ ref, was }) => ({ ref, id: idOf(ref), was, becomes: undefined })),
      { ref: newerRef, id: newerId, was: newer, becomes: undefined },
    ];
  }
}
