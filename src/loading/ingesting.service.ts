import { Injectable } from '@nestjs/common';
import { type Caller, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { newId } from '../common/seeded-time.js';
import { Workers } from '../common/workers/workers.js';
import { LlmClient } from '../llm/llm-client.js';
import { Aliases } from '../search/aliases.service.js';
import { checkIns } from './check-ins.counter.js';
import { documentReply, INGEST_SYSTEM, ingestPrompt } from '../entities/ingest.prompt.js';
import type { IngestTextArgs } from './loading.inputs.js';
import type { IngestReport } from '../entities/entities.model.js';
import { readLoaded } from './loaded-document.js';
import { LoadingService } from './loading.service.js';
import { resolvedDocument } from './merging/resolved.js';
import { TouchedService } from './novelty/touched.service.js';
import { allowed, proposedDocument } from '../entities/proposal.js';

/** A chunk of a document whose text is ingested. */
export interface ChunkOfText {
  readonly id: string;
  /** Title of the document with the headings above the text, for the prompt. */
  readonly title: string;
}

/** Lets the configured LLM make documents of texts, and loads them. */
@Injectable()
export class Ingester {
  constructor(
    private readonly loading: LoadingService,
    private readonly llm: LlmClient,
    private readonly touched: TouchedService,
    private readonly aliases: Aliases,
    private readonly workers: Workers,
    private readonly clock: Clock,
  ) {}

  /**
   * Lets the configured LLM convert free text into a document, and loads this document. The check-in stores text, reply
   * and document, linked to all records created from it. Existing records stay unchanged, unless the arguments permit
   * changes.
   *
   * @throws BadUserInputError when the text or its artifacts seem to contain a secret
   * @throws LlmUnavailableError when no LLM is configured, or it does not answer
   * @throws LlmRefusedError, LlmFilteredError when the LLM refuses the text, or a filter blocks its reply
   * @throws LlmCutOffError and LlmInvalidReplyError when the reply is still no complete document after `maxRetries` retries
   */
  ingestText(caller: Caller, args: IngestTextArgs): Promise<IngestReport> {
    return this.ingest(caller, args);
  }

  /**
   * Like `ingestText`, for a chunk of a document. The check-in is linked to the chunk.
   *
   * @param supersede runs after the reply and before the write, and undoes earlier readings of the chunk
   * @throws ChunkMoved if the chunk changed or was read in the meantime
   */
  ingestChunk(
    caller: Caller,
    args: Omit<IngestTextArgs, 'checkIn'>,
    chunk: ChunkOfText,
    supersede: () => Promise<void>,
  ): Promise<IngestReport> {
    return this.ingest(caller, { ...args, checkIn: true }, { chunk, supersede });
  }

  private async ingest(
    caller: Caller,
    args: IngestTextArgs,
    reading?: { readonly chunk: ChunkOfText; readonly supersede: () => Promise<void> },
  ): Promise<IngestReport> {
    const { agent, session } = voiceOf(caller);
    const { text, artifacts } = args;
    const { namespace } = caller;
    const entityId = args.entityId === undefined ? undefined : await this.aliases.resolve(namespace, args.entityId);
    const rules = { ...args, entityId };
    const known = await this.touched.touchedBy(caller, text, entityId);
    const answer = await this.llm.complete({
      system: INGEST_SYSTEM,
      user: ingestPrompt(text, entityId, known, reading?.chunk.title),
      schema: documentReply,
      schemaName: 'knowledge_document',
      maxAttempts: args.maxRetries + 1,
    });
    const { value: reply } = answer;
    await reading?.supersede();
    const entities = await this.touched.resolve(namespace, reply, known, entityId);
    const pieces = new Map(known.pieces.map((piece) => [piece.id, piece]));
    const document = proposedDocument(reply, text, entityId, { entities, pieces });
    const checkIn = args.checkIn
      ? {
          id: newId(this.clock.now().getTime()),
          text,
          reply: answer.reply,
          document: JSON.stringify(document),
          artifacts: artifacts === undefined ? null : JSON.stringify(artifacts),
          by: agent,
          session,
          chunk: reading && { id: reading.chunk.id, entityId: args.entityId ?? null },
        }
      : undefined;
    const read = await readLoaded(document, this.workers);
    const proposed = allowed(resolvedDocument(read, entities).document, rules);
    const load = await this.loading.load(caller, proposed, { ingested: { rules, checkIn } });
    if (checkIn) checkIns.inc({ what: 'recorded' });
    return { document, load, attempts: answer.attempts, checkInId: checkIn?.id ?? null };
  }
}
