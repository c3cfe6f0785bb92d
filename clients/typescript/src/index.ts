export { heartwood, type Heartwood } from './client.js';
export type { Context, ContextRequest, Hit } from './context.js';
export type { DocumentToIngest, IngestedDocument } from './documents.js';
export { type FieldProblem, HeartwoodError } from './errors.js';
export type {
  KnowledgeProvider,
  KnowledgeProviderOptions,
  MoreData,
  PieceData,
  RelationData,
  SectionData,
  SectionFormatter,
  Template,
} from './knowledge-provider.js';
export type { AttachedLearning, LearningToAttach, Retraction, ToRetract } from './learnings.js';
export type { Feedback, FeedbackResult, MemoryToRecord, RecordedMemory } from './memories.js';
export type { AddedMessage, Message, MessagesToAdd } from './messages.js';
export type { Credit, Outcome, ReportedOutcome } from './outcome.js';
export type { AbortSignalLike, FetchLike, ResponseLike } from './platform.js';
export type { CallOptions, Json, ServiceOptions } from './request.js';
export type { SearchRequest } from './search.js';
