import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, LimitExceededError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { withRemark } from '../common/parts.js';
import { Workers } from '../common/workers/workers.js';
import type { SkippedRecord } from '../common/skipped-record.js';
import { byId } from '../common/text.js';
import { mapInTurns } from '../common/turns.js';
import { newId } from '../common/seeded-time.js';
import { Aliases } from '../search/aliases.service.js';
import { edgeKey, type EdgeRecord, type KnowledgeDocument, type PieceRecord, skip } from '../entities/document.js';
import type { CheckInToRecord } from './check-in.writer.js';
import type { LoadReport } from '../entities/entities.model.js';
import { EntitiesRepository } from '../entities/entities.repository.js';
import { readLoaded } from './loaded-document.js';
import type { LinkOutcome, LinkRow } from '../entities/entities.statements.js';
import type { ContentState, Restoring } from '../knowledge/kind.js';
import { ChangeDoor, newChange, type NewChange } from '../versions/change.model.js';
import { documentOfThings } from './written-back.js';
import type { IngestRules } from '../entities/proposal.js';
import { changeOf, type ChangeOfLayers, type Parts, partsOfChange } from './knowledge.change.js';
import { KnowledgeWriter, type SavedLayers } from './knowledge.writer.js';
import { AliasesNamed } from './merging/named.js';
import { NoveltyService } from './novelty/novelty.service.js';
import { namedEntities, type Resolved, resolvedDocument } from './merging/resolved.js';
import { TextSaver } from './text.saver.js';

/** Maximum attempts to write a document while entities that it refers to are being merged. */
const ATTEMPTS = 8;

/**
 * On a laptop, a transaction may use 256 MiB of memory. A piece needs 12 KiB of it, a node 4 KiB and a relation 2 KiB.
 */
const LOAD_PARTS: Parts = { whole: 10_000, part: 1_000 };

const records = new Counter({
  name: 'heartwood_knowledge_records_total',
  help: 'Records of loaded documents, by section and outcome',
  labelNames: ['section', 'outcome'] as const,
  registers: [metrics],
});
/** Loads documents that people wrote or an LLM proposed. */
@Injectable()
export class LoadingService {
  private readonly logger = new Logger(LoadingService.name);
  constructor(
    private readonly repository: EntitiesRepository,
    private readonly writer: KnowledgeWriter,
    private readonly texts: TextSaver,
    private readonly clock: Clock,
    private readonly aliases: Aliases,
    private readonly novelty: NoveltyService,
    private readonly workers: Workers,
  ) {}

  /**
   * Loads a document: up to 10,000 records in one transaction, more in transactions of 1,000 each, entities before pieces
   * before relations. Invalid records are skipped and reported; the others are stored. Repeating a load changes nothing.
   *
   * @param document { metadata, pieces, graph: { nodes, edges } }; sections may be absent
   * @param parts maximum number of records of one transaction, and the number per transaction if there are more
   * @throws LimitExceededError when the document or a part is too large for a transaction; the message says how many parts
   *   are stored
   */
  async loadKnowledge(
    caller: Caller,
    document: Readonly<Record<string, unknown>>,
    parts: Parts = LOAD_PARTS,
  ): Promise<LoadReport> {
    return this.load(caller, await this.superseding(caller.namespace, await readLoaded(document, this.workers)), {
      parts,
    });
  }

  /**
   * Loads a document that was read, which an LLM may have proposed.
   *
   * @throws LimitExceededError when the document is too large for a transaction
   */
  async load(
    caller: Caller,
    read: KnowledgeDocument,
    {
      ingested,
      parts = LOAD_PARTS,
    }: {
      ingested?: { readonly rules: IngestRules; readonly checkIn: CheckInToRecord | undefined };
      parts?: Parts;
    },
  ): Promise<LoadReport> {
    const started = performance.now();
    const { namespace } = caller;
    const judged = await this.novelty.judge(caller, read, ingested && (() => true));
    const given = judged.document;
    const { duplicates, doubts: possibleSupersessions } = judged;
    const doubts = possibleSupersessions.map(({ newerId: newer, olderId: older, differences }) => {
      return { id: newId(this.clock.now().getTime()), newer, older, differences };
    });
    const changeAt = (now: Date) => {
      const door = ingested ? ChangeDoor.INGEST_TEXT : ChangeDoor.LOAD_KNOWLEDGE;
      const made = newChange(caller, door, now);
      // The change of an ingestion has the id of its check-in.
      return ingested?.checkIn ? { ...made, id: ingested.checkIn.id } : made;
    };
    const { change, document, saved } = await this.resolving(namespace, given, async (resolved) => {
      const change = { ...(await this.changeOf(namespace, resolved, ingested?.rules)), doubts };
      // A document proposed by an LLM is written in one part, because it is one check-in.
      const all = ingested ? [{ ...change, checkIn: ingested.checkIn }] : partsOfChange(change, parts);
      return { change, document: resolved.document, saved: await this.saveParts(namespace, all, changeAt) };
    });
    await this.texts.link(namespace, saved.unlinked, performance.now() - started);
    return { ...(await this.report(document, change.links, saved)), duplicates, possibleSupersessions };
  }

  /** Skips pieces that supersede a piece that does not exist, or a chunk of a document. */
  private async superseding(namespace: string, document: KnowledgeDocument): Promise<KnowledgeDocument> {
    const ids = document.pieces.flatMap(({ id, replaces }) => (replaces ? [id] : []));
    if (ids.length === 0) return document;
    const stored = await this.repository.findPieces(namespace, ids);
    const isWrong = ({ id, replaces }: PieceRecord) => replaces === true && stored.get(id)?.citation !== null;
    const reason = 'supersedes names no stored piece, or a chunk of a document';
    const skipped = document.pieces
      .filter(isWrong)
      .map(({ id, index }) => skip('pieces', index, id, 'supersedes', reason));
    const pieces = document.pieces.filter((piece) => !isWrong(piece));
    return { ...document, pieces, skipped: [...document.skipped, ...skipped] };
  }

  /**
   * Writes a document with ids of merged entities replaced by those of their merge targets. The aliases are read only
   * after a write has failed because it refers to an alias. This is checked under the lock of the namespace.
   */
  private async resolving<Result>(
    namespace: string,
    document: KnowledgeDocument,
    write: (resolved: Resolved) => Promise<Result>,
  ): Promise<Result> {
    for (let targets: ReadonlyMap<string, string> = new Map(), attempt = 1; ; attempt++) {
      try {
        return await write(resolvedDocument(document, targets));
      } catch (error) {
        if (!(error instanceof AliasesNamed) || attempt === ATTEMPTS) throw error;
        targets = await this.aliases.targetsOf(namespace, [...namedEntities(document)]);
      }
    }
  }

  private async changeOf(
    namespace: string,
    { document, added, addedNodes }: Resolved,
    rules: IngestRules | undefined,
  ): Promise<ChangeOfLayers> {
    const change = await changeOf(namespace, document, rules, added);
    if (addedNodes.size === 0) return change;
    const stored = await this.repository.findEntities(namespace, [...addedNodes]);
    // If a document describes an entity only under the id of a merged entity, it does not replace the node of the merge
    // target.
    const isThere = ({ id }: { readonly id: string }) => addedNodes.has(id) && stored.has(id);
    const bare = change.nodes.filter(isThere).map(({ id, type, name }) => ({ id, type, name }));
    const named = new Map([...bare, ...change.named].map((row) => [row.id, row]));
    return {
      ...change,
      nodes: change.nodes.filter((node) => !isThere(node)),
      named: [...named.values()].sort(byId),
    };
  }

  private async saveParts(
    namespace: string,
    parts: readonly ChangeOfLayers[],
    changeAt: (now: Date) => NewChange,
  ): Promise<SavedLayers> {
    const saved: SavedLayers[] = [];
    for (const part of parts) {
      saved.push(
        await this.save(namespace, part, changeAt).catch((error: unknown) => {
          if (saved.length > 0 && !(error instanceof AliasesNamed)) {
            const stored = `${saved.length} of ${parts.length} parts of this document are stored`;
            throw withRemark(error, `${stored}; loading it again goes on from there`);
          }
          const advice = 'nothing of this document was stored; load it in parts, a thousand records each';
          throw error instanceof LimitExceededError ? withRemark(error, advice) : error;
        }),
      );
    }
    return {
      metadata: saved.flatMap(({ metadata }) => metadata),
      left: saved.flatMap(({ left }) => left),
      nodes: saved.flatMap(({ nodes }) => nodes),
      pieces: saved.flatMap(({ pieces }) => pieces),
      links: saved.flatMap(({ links }) => links),
      unlinked: saved.some(({ unlinked }) => unlinked),
    };
  }

  /** Computes vectors of new and changed texts outside the transaction, then writes. */
  private async save(
    namespace: string,
    change: ChangeOfLayers,
    changeAt: (now: Date) => NewChange,
  ): Promise<SavedLayers> {
    const now = this.clock.now();
    const written = changeAt(now);
    const { pieces } = change;
    const stored = await this.repository.findPieceTexts(
      namespace,
      pieces.map(({ id }) => id),
    );
    const keeps = change.proposal?.replace === false;
    const texts = pieces.map(({ id, ref, replaces, properties: { title, text } }) => {
      const before = stored.get(id);
      return { ref, title, text, stored: before && keeps && !replaces ? { title, text } : before };
    });
    return this.texts.save(texts, (vectors) =>
      this.writer.saveLayers(namespace, { ...change, vectors, change: written }, now),
    );
  }

  private async report(
    document: KnowledgeDocument,
    links: readonly LinkRow[],
    saved: SavedLayers,
  ): Promise<Omit<LoadReport, 'duplicates' | 'possibleSupersessions'>> {
    const byKey = new Map(document.edges.map((edge): [string, EdgeRecord] => [edgeKey(edge), edge]));
    const missing = links.flatMap(({ key }, n) => {
      const edge = byKey.get(key);
      const problem = MISSING[saved.links[n] ?? ''];
      return edge && problem ? [skip('edges', edge.index, null, problem.field, problem.reason)] : [];
    });
    const indexOf = new Map(document.metadata.map(({ id, index }) => [id, index]));
    const left = saved.left.map(({ id, reason }) => skip('metadata', indexOf.get(id) ?? 0, id, null, reason));
    const sections: readonly string[] = ['metadata', 'pieces', 'graph', 'nodes', 'edges'];
    const placeOf = ({ section }: SkippedRecord) => sections.indexOf(section ?? '');
    const skipped = [...document.skipped, ...left, ...missing].sort(
      (a, b) => placeOf(a) - placeOf(b) || a.index - b.index,
    );
    const stored = saved.links.filter((outcome) => !(outcome in MISSING));
    const outcomes = {
      metadata: saved.metadata.map(({ outcome }) => outcome),
      pieces: saved.pieces.map(({ outcome }) => outcome),
      nodes: saved.nodes.map(({ outcome }) => outcome),
      edges: stored,
    };
    for (const [section, of] of Object.entries(outcomes)) {
      for (const outcome of of) records.inc({ section, outcome: outcome.toLowerCase() });
    }
    await mapInTurns(skipped, ({ section, index, id, field, reason }) => {
      records.inc({ section: section ?? 'document', outcome: 'skipped' });
      this.logger.warn({ msg: 'a record of a document was skipped', section, index, id, field, reason });
    });
    const all: readonly LinkOutcome[] = Object.values(outcomes).flat();
    return {
      metadata: outcomes.metadata.length,
      pieces: outcomes.pieces.length,
      nodes: outcomes.nodes.length,
      edges: outcomes.edges.length,
      created: all.filter((outcome) => outcome === 'CREATED').length,
      updated: all.filter((outcome) => outcome === 'UPDATED').length,
      unchanged: all.filter((outcome) => outcome === 'UNCHANGED').length,
      superseded: document.pieces.flatMap(({ id, replaces }) => (replaces ? [id] : [])),
      skipped,
    };
  }

  // ───────────────────────────── earlier versions ─────────────────────────────

  /**
   * Writes an earlier version of a piece, an entity or a relation back. Records that it does not contain are removed.
   *
   * @throws ConflictError when the version number is not the expected one, or the earlier content is no longer valid
   * @throws BadUserInputError when an edit is invalid
   */
  async restore({ caller, expected, isEdit = false }: Restoring, ref: string, state: ContentState): Promise<void> {
    const { namespace } = caller;
    const door = isEdit ? ChangeDoor.EDIT : ChangeDoor.RESTORE;
    const id = ref.slice(ref.indexOf(':') + 1);
    const { document: written, cleared } = documentOfThings([{ ref, id, becomes: state }]);
    const read = await readLoaded(written, this.workers);
    const [problem] = read.skipped;
    if (problem && isEdit) {
      const field = (problem.field ?? ref).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      throw BadUserInputError.of(field, 'allowed', `${field}: ${problem.reason}`);
    }
    if (problem) throw new ConflictError(`What it said is not allowed any more: ${problem.reason}`);
    const saved = await this.resolving(namespace, read, async ({ document }) => {
      const change = {
        ...(await changeOf(namespace, document, undefined)),
        expected: (written: string) => (written === ref ? expected : undefined),
        cleared,
        isUnloaded: true,
      };
      return this.save(namespace, change, (now) => newChange(caller, door, now));
    });
    await this.texts.link(namespace, saved.unlinked);
  }
}

const MISSING: Readonly<Record<string, { readonly field: string; readonly reason: string }>> = {
  NO_SOURCE: { field: 'source_id', reason: 'source_id names no node, neither of the document nor stored' },
  NO_TARGET: { field: 'target_id', reason: 'target_id names no node, neither of the document nor stored' },
  NO_PIECE: {
    field: 'properties.piece_id',
    reason: 'properties.piece_id names no piece, neither of the document nor stored',
  },
};
