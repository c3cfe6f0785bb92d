import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { DomainError, LlmUnavailableError } from '../common/errors.js';
import { TokenCounter } from '../common/workers/token-counter.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { GraphService } from '../graph/graph.service.js';
import { ChunkMoved } from '../loading/chunk-moved.js';
import { documentReply, INGEST_SYSTEM, ingestPrompt } from '../entities/ingest.prompt.js';
import { CheckInUndo } from '../loading/check-ins-undo.service.js';
import { Ingester } from '../loading/ingesting.service.js';
import { responseSchema } from '../llm/json-reply.js';
import { LlmClient } from '../llm/llm-client.js';
import { countReadChunks, listStaleReadings, listUnreadChunks, type UnreadChunk } from './documents.statements.js';
import type { StructureDocumentsArgs } from './structuring.inputs.js';
import type { FailedChunk, Structuring, StructuringReport } from './structuring.model.js';

/** Number of unread chunks whose texts one statement reads for an estimate. */
const COUNTED_AT_ONCE = 500;

/**
 * Assumptions of an estimate. Up to 20 known entities and 10 known pieces accompany a chunk; each takes a line of about
 * 25 tokens, and most namespaces have fewer. A reply has one piece for each sentence of the chunk, with ids, types and
 * tags as JSON, and the entities and a relation that the sentence names. `estimate.release-spec.ts` compares the estimate
 * with what a scripted server receives and answers.
 */
const ASSUMED = { knownTokens: 300, replyPerToken: 4, replyTokens: 50 };

/** Number of tokens to which the prices refer. */
const TOKENS_OF_A_PRICE = 1_000_000;

/** Lets an LLM read facts, relations and metadata from the chunks of documents, one chunk per request. */
@Injectable()
export class StructuringService {
  constructor(
    private readonly graph: GraphService,
    private readonly ingester: Ingester,
    private readonly checkIns: CheckInUndo,
    private readonly tokens: TokenCounter,
    private readonly llm: LlmClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts the chunks of these documents that were read, and estimates the cost of reading the others. */
  async estimate(namespace: string, ids: readonly string[]): Promise<Structuring> {
    const [{ chunks, read } = { chunks: 0, read: 0 }] = await this.graph.run(countReadChunks, { namespace, ids });
    const schema = JSON.stringify(responseSchema(documentReply).schema);
    const eachRequest = (await this.tokens.count(INGEST_SYSTEM)) + (await this.tokens.count(schema));
    let inputTokens = 0;
    let outputTokens = 0;
    for (const without: string[] = []; ;) {
      const rows = await this.graph.run(listUnreadChunks, { namespace, ids, without, limit: COUNTED_AT_ONCE });
      for (const { content, title, entityId } of rows) {
        const prompt = ingestPrompt(content, entityId ?? undefined, { entities: [], pieces: [] }, title);
        inputTokens += eachRequest + ASSUMED.knownTokens + (await this.tokens.count(prompt));
        outputTokens += ASSUMED.replyTokens + Math.ceil(ASSUMED.replyPerToken * (await this.tokens.count(content)));
      }
      if (rows.length < COUNTED_AT_ONCE) break;
      without.push(...rows.map(({ id }) => id));
    }
    return {
      chunks,
      read,
      unread: chunks - read,
      inputTokens,
      outputTokens,
      cost: this.cost(inputTokens, outputTokens),
    };
  }

  /**
   * Lets the LLM read the next unread chunks, several at a time. A chunk is marked as read in the transaction that
   * stores its facts, so a repeated call continues with the remaining chunks and reads no chunk twice. If the LLM is
   * unavailable, the call ends early, with the reason.
   *
   * @throws LlmUnavailableError when no LLM is configured
   */
  async structure(caller: Caller, args: StructureDocumentsArgs): Promise<StructuringReport> {
    const { namespace } = caller;
    const { ids, first, parallel, without, ...settings } = args;
    const stale = await this.graph.run(listStaleReadings, { namespace, ids, all: false });
    for (const { id, gone } of stale) if (gone) await this.checkIns.undo(caller, id);
    const earlier = new Map<string, string[]>();
    for (const { id, chunkId, gone } of stale) {
      if (!gone) earlier.set(chunkId, [...(earlier.get(chunkId) ?? []), id]);
    }
    const chunks = await this.graph.run(listUnreadChunks, { namespace, ids, without, limit: first });
    const done = { created: 0, updated: 0, unchanged: 0, skipped: 0, structured: 0 };
    const failed: FailedChunk[] = [];
    let stopped: string | null = null;
    const read = async (chunk: UnreadChunk) => {
      const supersede = async () => {
        for (const id of earlier.get(chunk.id) ?? []) await this.checkIns.undo(caller, id);
      };
      try {
        const { load } = await this.ingester.ingestChunk(caller, textOf(chunk, settings), chunk, supersede);
        done.structured += 1;
        done.created += load.created;
        done.updated += load.updated;
        done.unchanged += load.unchanged;
        done.skipped += load.skipped.length;
      } catch (error) {
        if (error instanceof ChunkMoved) return;
        if (!(error instanceof DomainError)) throw error;
        if (!this.llm.configured) throw error;
        // If the server rejects a request because of its content, only this chunk fails.
        if (error instanceof LlmUnavailableError && error.away) {
          stopped ??= error.message;
        } else {
          failed.push({ chunkId: chunk.id, citation: chunk.citation, code: error.code, message: error.message });
        }
      }
    };
    let next = 0;
    const work = async () => {
      while (stopped === null) {
        const chunk = chunks[next++];
        if (!chunk) return;
        await read(chunk);
      }
    };
    // Every worker finishes its chunk before an error is thrown, so that nothing is written after the answer.
    const ended = await Promise.allSettled(Array.from({ length: parallel }, work));
    const broken = ended.find((end) => end.status === 'rejected');
    if (broken) throw broken.reason;
    const [{ chunks: all, read: known } = { chunks: 0, read: 0 }] = await this.graph.run(countReadChunks, {
      namespace,
      ids,
    });
    const places = new Map(chunks.map(({ id }, place) => [id, place]));
    failed.sort((a, b) => (places.get(a.chunkId) ?? 0) - (places.get(b.chunkId) ?? 0));
    return { ...done, failed, remaining: all - known, stopped };
  }

  /** Undoes the facts that were read from a document, when the document is closed. */
  async close(caller: Caller, document: string): Promise<void> {
    for (const id of await this.readingsOf(caller.namespace, document)) await this.checkIns.undo(caller, id);
  }

  /** Deletes the facts that were read from a document, except facts that other texts state as well. */
  async delete(caller: Caller, document: string): Promise<void> {
    for (const id of await this.readingsOf(caller.namespace, document)) await this.checkIns.delete(caller, id);
  }

  private async readingsOf(namespace: string, document: string): Promise<readonly string[]> {
    const rows = await this.graph.run(listStaleReadings, { namespace, ids: [document], all: true });
    return rows.map(({ id }) => id);
  }

  private cost(input: number, output: number): number | null {
    const { LLM_PRICE_INPUT, LLM_PRICE_OUTPUT } = this.config;
    if (LLM_PRICE_INPUT === undefined && LLM_PRICE_OUTPUT === undefined) return null;
    return (input * (LLM_PRICE_INPUT ?? 0) + output * (LLM_PRICE_OUTPUT ?? 0)) / TOKENS_OF_A_PRICE;
  }
}

function textOf(
  { content, citation, entityId }: UnreadChunk,
  settings: Pick<StructureDocumentsArgs, 'maxRetries' | 'replace' | 'allowOthers' | 'allowGlobal'>,
) {
  return {
    ...settings,
    text: content,
    ...(entityId !== null && { entityId }),
    ...(citation !== null && { artifacts: { citation } }),
  };
}
