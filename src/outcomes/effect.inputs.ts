import { ArgsType } from '@nestjs/graphql';
import { Id, Time } from '../common/validation.js';

@ArgsType()
export class EffectArgs {
  @Id({ description: 'A piece of knowledge (item:open_files, memory:…), or a learning (learning:…).' })
  readonly ref!: string;

  @Time({
    optional: true,
    description: 'Where "after" begins. Default: when it was created; give the time of a change to ask what that did.',
  })
  readonly since?: Date;
}
