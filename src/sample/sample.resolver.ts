import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { SampleReport } from './sample.model.js';
import { SampleService } from './sample.service.js';

@Resolver()
export class SampleResolver {
  constructor(private readonly samples: SampleService) {}

  @Needs('writer')
  @Mutation(() => SampleReport, {
    description:
      'Loads the demo data into this namespace: knowledge of every kind, with two weeks of use. Loading again changes nothing. If the namespace holds other data, the call fails with CONFLICT.',
  })
  async loadSample(
    @CurrentCaller() caller: Caller,
    @Args('catalogOnly', {
      type: () => Boolean,
      defaultValue: false,
      description: 'True loads only the catalog of knowledge items, without the two weeks of use.',
    })
    catalogOnly: boolean,
  ): Promise<SampleReport> {
    const { namespace } = caller;
    return { namespace, changed: await this.samples.load(namespace, catalogOnly, caller) };
  }

  @Needs('admin')
  @Mutation(() => SampleReport, {
    description:
      'Deletes everything in this namespace if loadSample filled it, including data that was added since. If loadSample did not fill the namespace, nothing changes.',
  })
  async removeSample(@CurrentCaller() caller: Caller): Promise<SampleReport> {
    return { namespace: caller.namespace, changed: await this.samples.remove(caller) };
  }
}
