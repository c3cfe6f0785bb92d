import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { hashOfParts } from '../common/hash.js';
import { redactText } from '../common/redact.js';
import { byId } from '../common/text.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { facetsOf, tagToken } from '../knowledge/facets.js';
import type { ContentState, Restoring } from '../knowledge/kind.js';
import { EmbeddingService } from '../search/embedding/embedding.service.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { VersionsService } from '../versions/versions.service.js';
import { UndoDoors, type UndoneThing, type UndoWrite } from '../versions/undo.model.js';
import type { EditMemoryArgs } from './memories.inputs.js';
import { memoryKind } from './memories.kind.js';
import { MemoriesRepository } from './memories.repository.js';
import type { EditRow, NewMemory, Sight } from './memories.statements.js';
import { normalisedTitle, textOf } from './memories.text.js';
import { assertMayChange, mayChange } from './rights.js';
import { outcomeToken, visibleTo } from './scopes.js';

/** Writes what memories say anew: earlier versions, and what an undo makes of them. */
@Injectable()
export class MemoryEditor {
  constructor(
    private readonly repository: MemoriesRepository,
    private readonly embedding: EmbeddingService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly saying: VersionsService,
    doors: UndoDoors,
  ) {
    doors.add({
      prefixes: ['memory'],
      sight: (caller, refs) => this.sight(caller, refs),
      write: (undo, things) => this.writeUndone(undo, things),
    });
  }

  /**
   * Writes back what a memory said, or what an edit makes of it; confidence, scope and evidence stay.
   *
   * @throws ConflictError when it has another number than expected
   * @throws ForbiddenError when its scope is wider than a project, and WIDE_WRITES is for others
   */
  async restore({ caller, expected, isEdit = false }: Restoring, id: string, state: ContentState): Promise<void> {
    const { namespace, agent } = caller;
    const [found] = await this.repository.sight({ namespace, visible: visibleTo(caller) }, [`memory:${id}`]);
    if (found) assertMayChange(caller, id, found, this.config.WIDE_WRITES);
    const rows = [editRow(namespace, id, state)];
    const change = newChange(agent, isEdit ? ChangeDoor.EDIT : ChangeDoor.RESTORE, this.clock.now());
    const vectors = await this.prepared(rows);
    await this.repository.edit(namespace, { rows, change, expected: () => expected, vectors });
  }

  /**
   * Writes fields of a memory anew, as a new version. Secrets in them are redacted.
   *
   * @throws NotFoundError when the caller sees no such memory
   * @throws ConflictError when it has another version than expected
   */
  async edit(
    caller: Caller,
    { id, version, title, description, content, outcome, tags }: EditMemoryArgs,
  ): Promise<void> {
    const texts = { title, description, content };
    const given = Object.entries(texts).flatMap(([field, text]) =>
      text === undefined ? [] : [[field, redactText(text.trim())] as const],
    );
    const fields = {
      ...Object.fromEntries(given),
      ...(outcome !== undefined && { outcome }),
      ...(tags && { tags: [...new Set(tags.map((tag) => redactText(tag.trim())))] }),
    };
    await this.saying.edit(caller, `memory:${id}`, fields, version);
  }

  private async writeUndone(undo: UndoWrite, things: readonly UndoneThing[]): Promise<void> {
    const { caller, change, begin } = undo;
    const { namespace } = caller;
    const rows = things.flatMap(({ id, becomes }) => (becomes ? [editRow(namespace, id, becomes)] : [])).sort(byId);
    const goes = things.flatMap(({ was, ...thing }) => (was && !thing.becomes ? [{ ...thing, was }] : [])).sort(byId);
    const numbers = new Map(things.map(({ ref, was }) => [ref, was?.number ?? 0]));
    const vectors = await this.prepared(rows);
    const expected = (ref: string) => numbers.get(ref);
    await this.repository.edit(namespace, { rows, change, expected, vectors, undo: goes }, begin);
  }

  /** An undo takes back what the caller may change. */
  private async sight(caller: Caller, refs: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const rows = await this.repository.sight({ namespace: caller.namespace, visible: visibleTo(caller) }, refs);
    const may = (memory: Sight) => memory.seen && mayChange(caller, memory, this.config.WIDE_WRITES);
    return new Map(rows.map((memory) => [memory.ref, may(memory)]));
  }

  private prepared(rows: readonly EditRow[]) {
    return this.embedding.prepare(
      rows.map(({ id, memory: { title, text } }) => ({ ref: `memory:${id}`, title, text })),
    );
  }
}

function editRow(namespace: string, id: string, state: ContentState): EditRow {
  const said = state as Pick<NewMemory, 'title' | 'description' | 'content' | 'outcome' | 'tags'>;
  const { title, description, content, outcome, tags } = said;
  const tokens = [outcomeToken(outcome), ...tags.map(tagToken)];
  return {
    id,
    memory: {
      title,
      description,
      content,
      outcome,
      tags,
      text: textOf({ description, content }),
      titleHash: hashOfParts([normalisedTitle(title)]),
    },
    facets: facetsOf({ namespace, kind: memoryKind.name, tokens }),
  };
}
