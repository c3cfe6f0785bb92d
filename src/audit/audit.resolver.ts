import { Args, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { AuditArgs } from './audit.inputs.js';
import { type AuditEntry, AuditEntryConnection } from './audit.model.js';
import { AuditService } from './audit.service.js';

@Resolver()
export class AuditResolver {
  constructor(private readonly entries: AuditService) {}

  @Query(() => AuditEntryConnection, {
    description:
      'Audit of the namespace, newest first: changes of content, evidence, and records of what neither of them says (deletions, resets, whole imports and exports, API keys, refused access). Records are kept for AUDIT_RETENTION.',
  })
  audit(@CurrentCaller() caller: Caller, @Args() args: AuditArgs): Promise<ConnectionOf<AuditEntry>> {
    return this.entries.list(caller, args);
  }
}
