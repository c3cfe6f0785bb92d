import { Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { MercuriusDriver, type MercuriusDriverConfig } from '@nestjs/mercurius';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { Refusals } from '../audit/refusals.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { withConfiguredDefaults } from './configured-defaults.js';
import { withRoles } from './field-roles.js';
import { mercuriusOptions } from './graphql-service.js';
import { answeringKnown } from './known-fields.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { PlaygroundController } from './playground.controller.js';
import { withRedactions } from './redactions.js';
import { describeRoots, schemaOptions } from './schema-options.js';

/** The transports of the service, with code common to all features: GraphQL, health, metrics, playground. */
@Module({})
export class ServerModule {
  static of(logger: Logger) {
    return {
      module: ServerModule,
      imports: [
        GraphQLModule.forRootAsync<MercuriusDriverConfig>({
          driver: MercuriusDriver,
          inject: [CONFIG, Refusals],
          useFactory: (config: Config, refusals: Refusals) => ({
            ...mercuriusOptions(config, logger),
            autoSchemaFile: true,
            sortSchema: true,
            // The schema is checked when it is printed (render-schema.ts); checking it here took a seventh of the start
            // time.
            buildSchemaOptions: { ...schemaOptions, skipCheck: true },
            transformSchema: (schema: GraphQLSchema) =>
              withRoles(
                withRedactions(answeringKnown(withConfiguredDefaults(describeRoots(schema), config))),
                (caller, operation) => refusals.note({ ...caller, operation }),
              ),
            // Types that implement Knowledge inherit the resolvers of its fields.
            inheritResolversFromInterfaces: true,
          }),
        }),
      ],
      controllers: [HealthController, MetricsController, PlaygroundController],
    };
  }
}
