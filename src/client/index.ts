export type { Conflict, PieceData, RelationData, SectionData, SectionFormatter } from '../layers/provide.js';
export { KnowledgeClientError, knowledgeProvider, mergeFeed } from './knowledge-provider.js';
export type {
  ClientTemplate,
  FieldProblem,
  KnowledgeProviderFunction,
  KnowledgeProviderOptions,
} from './knowledge-provider.js';
