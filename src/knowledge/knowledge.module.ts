import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { CalibrationResolver } from './calibration.resolver.js';
import type { Kind } from './kind.js';
import { serveKinds } from './knowledge.model.js';
import { KINDS, KnowledgeRegistry } from './knowledge.registry.js';
import { KnowledgeResolver } from './knowledge.resolver.js';
import { ObservationsResolver } from './observations.resolver.js';
import { ObservationsService } from './observations.service.js';
import { ReceiptKeeper } from './receipts.keeper.js';
import { ReceiptsService } from './receipts.service.js';
import { TrustChangeResolver } from './trust-change.resolver.js';

/** A kind of knowledge and the module that implements it. */
export interface ServedKind {
  readonly kind: Kind;
  /** Provides the kind's source under `sourceOf(kind)`. */
  readonly module: NonNullable<ModuleMetadata['imports']>[number];
}

@Module({})
export class KnowledgeModule {
  /**
   * Registers these kinds as the values of the API's enum, in this order.
   *
   * @throws Error when two kinds have the same name or ref prefix
   */
  static of(served: readonly ServedKind[]): DynamicModule {
    const kinds = served.map(({ kind }) => kind);
    for (const key of ['name', 'refPrefix', 'typeName', 'label'] as const) {
      const twice = kinds.find((kind, index) => kinds.findIndex((other) => other[key] === kind[key]) < index);
      if (twice) throw new Error(`Two kinds of knowledge have the same ${key}: ${twice[key]}`);
    }
    serveKinds(kinds);
    return {
      module: KnowledgeModule,
      global: true,
      imports: [EvidenceModule, ...served.map(({ module }) => module)],
      providers: [
        { provide: KINDS, useValue: kinds },
        KnowledgeRegistry,
        ReceiptsService,
        ReceiptKeeper,
        KnowledgeResolver,
        ObservationsService,
        ObservationsResolver,
        TrustChangeResolver,
        CalibrationResolver,
      ],
      exports: [KnowledgeRegistry, ReceiptsService],
    };
  }
}
