import { Global, Module } from '@nestjs/common';
import { AuditKeeper } from './audit.keeper.js';
import { AuditResolver } from './audit.resolver.js';
import { AuditService } from './audit.service.js';
import { Refusals } from './refusals.js';

/** Records refused access on every transport. */
@Global()
@Module({ providers: [Refusals], exports: [Refusals] })
export class RefusalsModule {}

/** Serves the audit over the API, and deletes records that are older than AUDIT_RETENTION. */
@Module({ providers: [AuditService, AuditResolver, AuditKeeper], exports: [AuditKeeper] })
export class AuditModule {}
