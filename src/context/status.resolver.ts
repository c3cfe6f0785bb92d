import { Args, Float, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { NamespacesArgs } from './context.inputs.js';
import { KindCount, Namespace, NamespaceConnection, ServiceStatus } from './status.model.js';
import { NamespacesService } from './namespaces.service.js';
import { StatusService } from './status.service.js';

@Resolver()
export class StatusResolver {
  constructor(
    private readonly service: StatusService,
    private readonly known: NamespacesService,
  ) {}

  @Needs('reader')
  @Query(() => ServiceStatus, { description: 'State of the service: database, models, and number of stored things.' })
  status(@CurrentCaller() caller: Caller): Promise<ServiceStatus> {
    return this.service.status(caller.namespace);
  }

  @Needs('reader')
  @Query(() => NamespaceConnection, {
    description:
      'Non-empty namespaces, ordered by name. A caller whose API key is valid in only one namespace gets only that one. To query one of the namespaces, send its name as x-namespace.',
  })
  namespaces(@CurrentCaller() caller: Caller, @Args() args: NamespacesArgs): Promise<ConnectionOf<Namespace>> {
    return this.known.list(caller, args);
  }
}

@Resolver(() => Namespace)
export class NamespaceResolver {
  constructor(private readonly service: NamespacesService) {}

  @ResolveField(() => [KindCount], { description: 'Number of stored things of each kind.' })
  counts(@Parent() { name }: Namespace): Promise<KindCount[]> {
    return this.service.countsOf(name);
  }

  @ResolveField(() => Float, {
    description:
      'Roughly how many bytes its nodes take in the database, with properties, vectors and relationships, without indexes. They are counted, and of each label 50 are measured. A namespace with millions of nodes takes seconds.',
  })
  estimatedBytes(@Parent() { name }: Namespace): Promise<number> {
    return this.service.estimatedBytesOf(name);
  }
}
