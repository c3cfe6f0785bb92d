import { ArgsType } from '@nestjs/graphql';
import { Id, Time } from '../common/validation.js';

@ArgsType()
export class EffectArgs {
  @Id({ description: 'A piece of knowledge (item:open_files, memory:…), or a learning (learning:…).' })
  readonly ref!: string;

  @Time({
    optional: true,
    description:
      'Time at which "after" begins. Default: when it was created; pass the time of a change to measure its effect.',
  })
  readonly since?: Date;
}
