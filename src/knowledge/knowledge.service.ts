import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import type { RetrieveArgs } from './knowledge.inputs.js';
import type { RetrievalResult } from './knowledge.model.js';

@Injectable()
export class KnowledgeService {
  /** What the three layers know for a query and an active entity. */
  retrieve(_caller: Caller, _request: RetrieveArgs): Promise<RetrievalResult> {
    throw new Error('comes with the next commits');
  }
}
