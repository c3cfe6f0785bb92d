export type { Conflict, PieceData, RelationData, SectionData, SectionFormatter } from '../layers/provide.js';
export { heartwood } from './heartwood.js';
export type {
  CallOptions,
  Context,
  ContextRequest,
  DocumentToIngest,
  Heartwood,
  IngestedDocument,
  Outcome,
} from './heartwood.js';
export { knowledgeProvider, mergeFeed } from './knowledge-provider.js';
export type { ClientTemplate, KnowledgeProviderFunction, KnowledgeProviderOptions } from './knowledge-provider.js';
export { KnowledgeClientError } from './request.js';
export type { FieldProblem, ServiceOptions } from './request.js';
