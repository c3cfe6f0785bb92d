import { Args, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { AuditArgs } from './audit.inputs.js';
import { type AuditEntry, AuditEntryConnection } from './audit.model.js';
import { AuditService } from './audit.service.js';

@Resolver()
export class AuditResolver {
  constructor(private readonly entries: AuditService) {}

  @Needs('admin')
  @Query(() => AuditEntryConnection, {
    description:
      'Audit of the namespace, newest first. It consists of changes of content, evidence, and records of other acts: deletions, resets, imports and exports of a namespace, API keys, refused access. Records are deleted after AUDIT_RETENTION.',
  })
  audit(@CurrentCaller() caller: Caller, @Args() args: AuditArgs): Promise<ConnectionOf<AuditEntry>> {
    return this.entries.list(caller, args);
  }
}
