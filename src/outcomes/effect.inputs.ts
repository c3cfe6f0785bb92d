import { ArgsType } from '@nestjs/graphql';
import { Id, Time } from '../common/validation.js';

@ArgsType()
export class EffectArgs {
  @Id({ description: 'Ref of a piece of knowledge (item:open_files, memory:…) or of a learning (learning:…).' })
  readonly ref!: string;

  @Time({
    optional: true,
    description:
      'Time that separates `before` from `after` in the answer. The default is the time at which the knowledge was created. Pass the time of a change to measure its effect.',
  })
  readonly since?: Date;
}
