import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { LimitExceededError, LlmError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { Workers } from '../common/workers/workers.js';
import { DocumentReader, DocumentRefused } from '../readers/reading.service.js';
import { LlmClient } from '../llm/llm-client.js';
import { ADAPTIVE, type DocumentInput } from './adaptive.inputs.js';
import { ValidationVerdict } from '../criteria/criteria.js';
import type { Validation } from '../criteria/verdict.model.js';
import { judgePrompt } from './adaptive.prompt.js';
import {
  type DeliveredDocument,
  type DeliveredFile,
  fileOf,
  type FileReading,
  NOT_READ,
  textOfBlocks,
} from '../criteria/delivered-files.js';
import { draftTask, type Drafted, type Drafting } from '../criteria/draft.task.js';
import type { ReadIntent } from '../criteria/intent.js';
import { type Judgement, type OpenQuestion, verdictOf } from '../criteria/verdict.js';

const criteria = new Counter({
  name: 'heartwood_criteria_total',
  help: 'Criteria of validated content by the one that decided them: RULES, MODEL, NONE',
  labelNames: ['decided_by'] as const,
  registers: [metrics],
});
const validations = new Counter({
  name: 'heartwood_validations_total',
  help: 'Validations of content by result: success, passed, failure, undecided',
  labelNames: ['result'] as const,
  registers: [metrics],
});

/** Texts up to this length are checked without a worker, since even the worst case (250 large primes) takes about 10 ms. */
const QUICK = 4_000;
/** More checks of numbers than this are done in a worker, since each may list 100,000 terms. */
const FEW_SEQUENCES = 5;
const LLM_ATTEMPTS = 2;

const reply = z.strictObject({
  judgements: z.array(z.strictObject({ number: z.int(), met: z.boolean().nullable(), reason: z.string() })),
});

/** Validates delivered content against an intent. */
@Injectable()
export class ValidationService {
  private readonly logger = new Logger(ValidationService.name);

  constructor(
    private readonly llm: LlmClient,
    private readonly workers: Workers,
    private readonly documents: DocumentReader,
  ) {}

  /**
   * Checks documents against an intent by rules, and by the configured LLM where no rule decides. If the LLM fails, its
   * questions stay open, and `open` says why. An intent without stated criteria is never a SUCCESS by rules alone.
   *
   * Files are converted to text first (src/documents). The content of an unreadable file stays undecided; a file whose
   * content contradicts its name fails.
   *
   * @param objective the user's request; the LLM judges it if no criterion is stated
   * @throws LimitExceededError when the documents have more than 4,000,000 characters together, or take too long to read
   */
  async validate(documents: readonly DocumentInput[], intent: ReadIntent, objective?: string): Promise<Validation> {
    const characters = documents.reduce((sum, { content }) => sum + content.length, 0);
    if (characters > ADAPTIVE.allContent) {
      throw new LimitExceededError(`The documents have more than ${ADAPTIVE.allContent} characters together`);
    }
    const read = await Promise.all(documents.map((document) => this.read(document, intent)));
    const { draft, shown, cut } = await this.draft({ documents: read, intent, objective });
    const { answers, problem } = await this.ask(draft.open, intent, objective, { shown, cut });
    const verdict = verdictOf(intent, draft, answers, objective);
    for (const { decidedBy } of verdict.checks) criteria.inc({ decided_by: decidedBy });
    validations.inc({ result: verdict.verdict.toLowerCase() });
    if (problem === undefined || verdict.verdict === ValidationVerdict.FAILURE) return verdict;
    return { ...verdict, open: [...verdict.open, problem] };
  }

  /** Adds the text of a file to its document; other documents are returned unchanged. */
  private async read({ name, mimeType, content }: DocumentInput, intent: ReadIntent): Promise<DeliveredDocument> {
    const document = { name, mimeType, content };
    const file = fileOf(document);
    if (!file || (file.isPage && intent.dataType === 'code')) return document;
    if (file.misnamed !== undefined) return { ...document, reading: { misnamed: file.misnamed } };
    return { ...document, reading: await this.readingOf(file, name) };
  }

  private async readingOf({ bytes, mediaType, isPage }: DeliveredFile, name: string): Promise<FileReading> {
    // A web page is recognized by its content, whatever its file name.
    const given = { name: isPage ? 'page.html' : name, mediaType };
    try {
      const found = await this.documents.read(bytes, given);
      const text = textOfBlocks(found);
      if (text.length <= ADAPTIVE.allContent) return { text, mediaType: found.mediaType };
      return { unread: `${name}${NOT_READ}it has more than ${ADAPTIVE.allContent} characters` };
    } catch (error) {
      if (!(error instanceof DocumentRefused)) throw error;
      return { unread: `${name}${NOT_READ}${error.message}` };
    }
  }

  private draft(drafting: Drafting): Drafted | Promise<Drafted> {
    // Callers' expressions and schemas may take long for short texts, too.
    const checks = drafting.intent.criteria.map(({ check }) => check);
    const isSlow =
      checks.some(({ matches, lacks, jsonSchema }) => matches ?? lacks ?? jsonSchema) ||
      checks.filter(({ numbers }) => numbers).length > FEW_SEQUENCES;
    const size = drafting.documents.reduce((sum, { content, reading }) => {
      return sum + (reading && 'text' in reading ? reading.text : content).length;
    }, 0);
    return size <= QUICK && !isSlow ? draftTask.run(drafting) : this.workers.run(draftTask, drafting);
  }

  private async ask(
    open: readonly OpenQuestion[],
    intent: ReadIntent,
    objective: string | undefined,
    { shown, cut }: Pick<Drafted, 'shown' | 'cut'>,
  ): Promise<{ answers: readonly Judgement[]; problem?: string }> {
    if (open.length === 0 || !this.llm.configured) return { answers: [] };
    try {
      const statements = open.map(({ statement }) => statement);
      const { value } = await this.llm.complete({
        ...judgePrompt(statements, { intent, objective }, shown, cut),
        schema: reply,
        schemaName: 'judgements',
        maxAttempts: LLM_ATTEMPTS,
      });
      const byNumber = new Map(value.judgements.map((judgement) => [judgement.number, judgement]));
      return { answers: open.map((_, at) => byNumber.get(at + 1) ?? { met: null, reason: '' }) };
    } catch (error) {
      if (!(error instanceof LlmError)) throw error;
      this.logger.warn(`content was judged by rules alone: ${error.message}`);
      return { answers: [], problem: `The LLM did not judge what no rule decides: ${error.message}` };
    }
  }
}
