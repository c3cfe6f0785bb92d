import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../src/common/caller.js';
import { Clock } from '../../../src/common/clock.js';
import { NotFoundError } from '../../../src/common/errors.js';
import { EvidenceKind } from '../../../src/evidence/evidence.model.js';
import { Ledger } from '../../../src/evidence/ledger.js';
import { GraphService } from '../../../src/graph/graph.service.js';
import { facetsOf } from '../../../src/knowledge/facets.js';
import { EmbeddingService } from '../../../src/embedding/embedding.service.js';
import { saveWithVectors } from '../../../src/embedding/save-with-vectors.js';
import { runbookKind, runbookTrust } from './runbooks.kind.js';
import type { ReportRunbookArgs, Runbook, SaveRunbookArgs } from './runbooks.model.js';
import { findRunbooks, saveRunbook } from './runbooks.statements.js';

@Injectable()
export class RunbooksService {
  constructor(
    private readonly graph: GraphService,
    private readonly embedding: EmbeddingService,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  async save(namespace: string, { id, alarm, steps }: SaveRunbookArgs): Promise<Runbook> {
    const ref = `runbook:${id}`;
    const row = { namespace, ref, id, alarm, title: alarm, text: steps, now: this.clock.now() };
    const facets = facetsOf({ namespace, kind: runbookKind.name });
    await saveWithVectors(this.embedding, [{ ...row, stored: undefined }], (vectors) =>
      this.graph.transaction(async (transaction) => {
        await transaction.run(saveRunbook, { ...row, facets });
        await this.embedding.attach(transaction, namespace, vectors);
      }),
    );
    return this.get(namespace, id);
  }

  async find(namespace: string, ids: readonly string[]): Promise<Map<string, Runbook>> {
    const rows = await this.graph.run(findRunbooks, { namespace, refs: ids.map((id) => `runbook:${id}`) });
    return new Map(rows.map(({ runbook }) => [runbook.id, runbook]));
  }

  async report({ namespace, agent }: Caller, { id, success, idempotencyKey }: ReportRunbookArgs): Promise<Runbook> {
    const row = {
      namespace,
      ref: `runbook:${id}`,
      now: this.clock.now(),
      evidence: {
        id: idempotencyKey,
        kind: EvidenceKind.VALIDATION,
        positive: success,
        agent: agent ?? null,
        comment: null,
      },
      requestHash: null,
    };
    await this.graph.transaction((transaction) => this.ledger.record(transaction, runbookTrust, [row]));
    return this.get(namespace, id);
  }

  private async get(namespace: string, id: string): Promise<Runbook> {
    const runbook = (await this.find(namespace, [id])).get(id);
    if (!runbook) throw new NotFoundError('Runbook', id);
    return runbook;
  }
}
