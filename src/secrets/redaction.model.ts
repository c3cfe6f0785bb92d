import { Field, ObjectType } from '@nestjs/graphql';
import type { Redaction } from './redact.js';

@ObjectType({ description: 'A secret that was removed from the input before the input was stored.' })
export class CutSecret implements Redaction {
  @Field({ description: 'Path of the field that contained the secret, such as `content` or `tags.0`.' })
  readonly path!: string;

  @Field({ description: 'Rule that found the secret, such as `github-pat` or `value of a secret name`.' })
  readonly rule!: string;
}
