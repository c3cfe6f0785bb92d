export { mergeFeed } from '../knowledge/provide.js';
export type { Conflict, PieceData, RelationData, SectionData, SectionFormatter } from '../knowledge/provide.js';
export { KnowledgeClientError, knowledgeProvider } from './knowledge-provider.js';
export type {
  ClientTemplate,
  FieldProblem,
  KnowledgeProviderFunction,
  KnowledgeProviderOptions,
} from './knowledge-provider.js';
