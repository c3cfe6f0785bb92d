import { Injectable } from '@nestjs/common';
import { type Caller, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, ForbiddenError, NotFoundError } from '../common/errors.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import { Ledger, type RetractionRow } from '../evidence/ledger.js';
import type { Policy } from '../evidence/policy.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { commentOf, withdraw } from '../items/learning.js';
import { learningRef } from '../items/learning-content.js';
import { CapturesService } from '../hooks/captures.service.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import { OutcomeRetraction } from '../outcomes/retraction.service.js';
import { type ReportToWithdraw, WithdrawalService } from '../planning/withdrawal.service.js';
import type { RetractArgs } from './corrections.inputs.js';
import type { RetractedTrust, Retraction } from './corrections.model.js';
import { findObservation, type FoundObservation, listRetractions } from './corrections.statements.js';

/** Refs of reports: evidence:ID, receipt:ID, session:ID and step:PLAN_ID/NUMBER. */
const REPORT = /^(?:(evidence|receipt|session):(.+)|step:(.+)\/(\d{1,6}))$/su;

/**
 * Retracts reports. Nothing is erased: an opposite entry records the reason, and each trust score is computed from the
 * remaining entries.
 */
@Injectable()
export class CorrectionsService {
  constructor(
    private readonly graph: GraphService,
    private readonly ledger: Ledger,
    private readonly registry: KnowledgeRegistry,
    private readonly receipts: ReceiptsService,
    private readonly outcomes: OutcomeRetraction,
    private readonly captures: CapturesService,
    private readonly withdrawals: WithdrawalService,
    private readonly versions: VersionKeeper,
    private readonly clock: Clock,
  ) {}

  /**
   * Retracts the report that a ref names. Repeating the call returns the first answer.
   *
   * @throws BadUserInputError when the ref names no report, or `revision` is given for anything but a step
   * @throws NotFoundError when the report does not exist or the caller may not see it
   * @throws ForbiddenError when it is a share of an outcome that another project or team reported
   * @throws ConflictError when there is nothing to retract
   */
  async retract(caller: Caller, { ref, reason, revision }: RetractArgs): Promise<Retraction> {
    const [, kind, id, planId, num] = REPORT.exec(ref.trim()) ?? [];
    if (planId !== undefined) {
      return this.retractReport(caller, { planId, stepNum: Number(num), reason: kept(reason), revision });
    }
    if (id === undefined) {
      const message = `ref must be evidence:ID, receipt:ID, session:ID or step:PLAN_ID/NUMBER`;
      throw BadUserInputError.of('ref', 'isReport', message);
    }
    if (revision !== undefined) {
      throw BadUserInputError.of('revision', 'isOfStep', 'revision can be given only for the report of a step');
    }
    if (kind === 'session') return this.retractSession(caller, id, reason);
    return kind === 'receipt' ? this.retractOutcome(caller, id, reason) : this.retractEvidence(caller, id, reason);
  }

  /**
   * Retracts evidence, with the learning recorded with it. For a share of an outcome, the whole outcome is retracted.
   *
   * @throws NotFoundError when the evidence does not exist or the caller may not see it
   * @throws ForbiddenError when it is a share of an outcome that another project or team reported
   * @throws BadUserInputError when the evidence is itself a retraction
   */
  private async retractEvidence(caller: Caller, id: string, reason: string): Promise<Retraction> {
    const { namespace } = caller;
    const found = await this.observation(caller, id);
    const { ref, observed, learningId, planId, stepNum, receiptId } = found;
    if (observed === EvidenceKind.RETRACTION) {
      throw BadUserInputError.of(
        'ref',
        'isObservation',
        `ref: "evidence:${id}" takes back other evidence; report anew instead`,
      );
    }
    if (found.retractedBy !== null) return this.first(caller, [found.retractedBy]);
    if (receiptId !== null && found.share !== null) {
      if (await this.receipts.find(caller, receiptId)) return this.retractOutcome(caller, receiptId, reason);
      throw new ForbiddenError(`Evidence "${id}" is a share of an outcome that another project or team reported`);
    }
    const [now, comment] = [this.clock.now(), kept(reason)];
    const evidence = { id: `retract:${id}`, ...voiceOf(caller), comment, planId, stepNum };
    const row: RetractionRow = { namespace, ref, policy: this.policyOf(found.kind), now, retracts: [id], evidence };
    const answer = await this.graph.transaction(async (transaction) => {
      const [retracted] = await this.ledger.retract(transaction, [row]);
      if (!retracted) return undefined;
      if (learningId !== null) await withdraw(transaction, [{ namespace, id: learningId, now, resolvedInto: null }]);
      await this.forget(transaction, namespace, { id, observed, planId, stepNum });
      const change = newChange(caller, ChangeDoor.RETRACT_EVIDENCE, now);
      const refs = [ref, ...(learningId === null ? [] : [learningRef(learningId)])];
      await this.versions.note(transaction, [{ namespace, change, refs }]);
      return retracted;
    });
    if (answer) return { reason: comment, at: now, changes: [answer] };
    // Another call has retracted the evidence meanwhile.
    const { retractedBy } = await this.observation(caller, id);
    return this.first(caller, retractedBy === null ? [] : [retractedBy]);
  }

  /**
   * Retracts the report of a step, even if it changed no trust. The step can then be reported again.
   *
   * @throws NotFoundError when the plan does not exist
   * @throws BadUserInputError when the plan has no such step, or the step has no such revision
   * @throws ConflictError when the step was not reported, or was carried over from another plan
   */
  private async retractReport(caller: Caller, report: ReportToWithdraw): Promise<Retraction> {
    const done = await this.withdrawals.withdraw(caller, report);
    const { evidenceId, at, retraction } = done;
    if (retraction) return { reason: done.reason, at, changes: [retraction] };
    const rows = await this.graph.run(listRetractions, { namespace: caller.namespace, ids: [evidenceId] });
    const [first] = rows;
    return { reason: first?.reason ?? done.reason, at: first?.at ?? at, changes: rows };
  }

  /**
   * Retracts the outcome of a context, with all shares that it credited. Another outcome can then be reported.
   *
   * @throws NotFoundError when the caller has no such receipt
   * @throws ConflictError when the receipt never had an outcome
   */
  private async retractOutcome(caller: Caller, receiptId: string, reason: string): Promise<Retraction> {
    const { given, now, changes, ...done } = await this.outcomes.retract(caller, receiptId, kept(reason));
    if (changes) return { reason: kept(reason), at: now, changes: await this.seen(caller, changes) };
    const { revision, at, reason: first } = done;
    if (revision === null || at === null || first === null) {
      throw new ConflictError(`Receipt "${receiptId}" has no outcome`);
    }
    const { kinds, ids } = given;
    const prefix = `retract:outcome:${receiptId}:${revision === 0 ? '' : `#${revision}:`}`;
    const refs = kinds.flatMap((kind, place) =>
      this.registry.find(kind) ? [`${prefix}${this.registry.refOf(kind, ids[place] ?? '')}`] : [],
    );
    const rows = await this.graph.run(listRetractions, { namespace: caller.namespace, ids: refs });
    return { reason: first, at, changes: await this.seen(caller, rows) };
  }

  /**
   * Retracts all that was captured in a session of a connected agent: outcomes that it still has, and learnings. Its
   * later turns do not count. Repeating the call changes nothing.
   *
   * @throws NotFoundError when the caller has no such session
   */
  private async retractSession(caller: Caller, id: string, reason: string): Promise<Retraction> {
    const { receiptIds, at, reason: first } = await this.captures.close(caller, id, kept(reason));
    const changes: RetractedTrust[] = [];
    for (const receiptId of receiptIds) changes.push(...(await this.retractOutcome(caller, receiptId, reason)).changes);
    return { reason: first, at, changes };
  }

  /** @throws NotFoundError when the evidence does not exist or the caller may not see it */
  private async observation(caller: Caller, id: string): Promise<FoundObservation> {
    const [found] = await this.graph.run(findObservation, { namespace: caller.namespace, id });
    if (!found || !(await this.registry.load(caller, [found.ref])).has(found.ref)) {
      throw new NotFoundError('Evidence', id);
    }
    return found;
  }

  /** The answer of the earlier call that retracted the evidence. */
  private async first(caller: Caller, ids: readonly string[]): Promise<Retraction> {
    const rows = await this.graph.run(listRetractions, { namespace: caller.namespace, ids });
    const [first] = rows;
    if (!first) throw new Error(`No retraction ${ids.join(', ')} is recorded`);
    return { reason: first.reason ?? '', at: first.at, changes: await this.seen(caller, rows) };
  }

  /** Selects those changes whose knowledge the caller may see. */
  private async seen<Change extends { readonly ref: string }>(
    caller: Caller,
    changes: readonly Change[],
  ): Promise<Change[]> {
    const known = await this.registry.load(
      caller,
      changes.map(({ ref }) => ref),
    );
    return changes.filter(({ ref }) => known.has(ref));
  }

  private async forget(
    transaction: GraphTransaction,
    namespace: string,
    { planId, stepNum, ...entry }: Pick<FoundObservation, 'observed' | 'planId' | 'stepNum'> & { readonly id: string },
  ): Promise<void> {
    if (planId === null || stepNum === null) return;
    await this.withdrawals.forgetIn(transaction, { namespace, planId, stepNum }, entry);
  }

  private policyOf(kind: KnowledgeKind): Policy {
    const policy = this.registry.policyOf(kind);
    if (!policy) throw new Error(`The trust of ${kind} never moves`);
    return policy;
  }
}

/** Converts a person's reason to its stored form. */
function kept(reason: string): string {
  return commentOf(reason);
}
