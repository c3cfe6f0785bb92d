import { context, type Context, type ContextRequest, type Hit } from './context.js';
import { type DocumentToIngest, ingest, type IngestedDocument } from './documents.js';
import { type KnowledgeProvider, knowledgeProvider, type KnowledgeProviderOptions } from './knowledge-provider.js';
import {
  type AttachedLearning,
  learn,
  type LearningToAttach,
  retract,
  type Retraction,
  type ToRetract,
} from './learnings.js';
import {
  type Feedback,
  feedback,
  type FeedbackResult,
  type MemoryToRecord,
  type RecordedMemory,
  remember,
} from './memories.js';
import { type AddedMessage, addMessages, type MessagesToAdd } from './messages.js';
import { type Outcome, outcome, type ReportedOutcome } from './outcome.js';
import { type CallOptions, requests, type ServiceOptions } from './request.js';
import { search, type SearchRequest } from './search.js';

/**
 * Client for the loop of an agent. Each method rejects with HeartwoodError. A call that meets a network failure, a
 * database that is away, or a limit that names its end is sent again; a repetition never writes twice.
 */
export interface Heartwood {
  /** Returns the knowledge for a task, as text for a prompt. */
  context(request: string | ContextRequest, options?: CallOptions): Promise<Context>;
  /** Reports what came of a context. Repeating a report changes nothing. */
  outcome(outcome: Outcome, options?: CallOptions): Promise<ReportedOutcome>;
  /** Finds knowledge of any kind, best first. Leaves no receipt. */
  search(request: string | SearchRequest, options?: CallOptions): Promise<Hit[]>;
  /** Records a strategy that worked, or an anti-pattern. */
  remember(memory: MemoryToRecord, options?: CallOptions): Promise<RecordedMemory>;
  /** Says whether a memory was helpful. */
  feedback(feedback: Feedback, options?: CallOptions): Promise<FeedbackResult>;
  /** Attaches a failure or correction to the item that the step came from, and lowers its trust. */
  learn(learning: LearningToAttach, options?: CallOptions): Promise<AttachedLearning>;
  /** Takes back what was reported wrongly; trusts are as if it had never been. */
  retract(given: ToRetract, options?: CallOptions): Promise<Retraction>;
  /** Stores or updates a document. If the document is unchanged, nothing is written. */
  ingest(document: DocumentToIngest, options?: CallOptions): Promise<IngestedDocument>;
  /** Appends messages to a session. */
  addMessages(messages: MessagesToAdd, options?: CallOptions): Promise<readonly AddedMessage[]>;
  /** Creates a function from the user's input to texts by section of a prompt. */
  knowledgeProvider(options?: KnowledgeProviderOptions): KnowledgeProvider;
}

/**
 * Creates a client.
 *
 *     const { context, outcome } = heartwood({ url: 'http://127.0.0.1:4000' });
 *     const { text, receiptId, usedIn } = await context('Repair the north pump');
 *     if (receiptId) await outcome({ receiptId, success: true, used: usedIn(answer) });
 *
 * @throws HeartwoodError when the url is invalid
 */
export function heartwood(options: ServiceOptions): Heartwood {
  const all = requests(options);
  return {
    context: (request, call) => context(all, request, call),
    outcome: (given, call) => outcome(all, given, call),
    search: (request, call) => search(all, request, call),
    remember: (memory, call) => remember(all, memory, call),
    feedback: (given, call) => feedback(all, given, call),
    learn: (learning, call) => learn(all, learning, call),
    retract: (given, call) => retract(all, given, call),
    ingest: (document, call) => ingest(all, document, call),
    addMessages: (messages, call) => addMessages(all, messages, call),
    knowledgeProvider: (given = {}) => knowledgeProvider(all, given),
  };
}
