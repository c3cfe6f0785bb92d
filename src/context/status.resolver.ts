import { Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { ServiceStatus } from './status.model.js';
import { StatusService } from './status.service.js';

@Resolver()
export class StatusResolver {
  constructor(private readonly service: StatusService) {}

  @Query(() => ServiceStatus, { description: 'What the service runs on, and what it holds.' })
  status(@CurrentCaller() caller: Caller): Promise<ServiceStatus> {
    return this.service.status(caller.namespace);
  }
}
