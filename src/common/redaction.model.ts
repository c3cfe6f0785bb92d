import { Field, ObjectType } from '@nestjs/graphql';
import { redacting } from './redact.js';
import type { Redaction } from './redaction-notes.js';

@ObjectType({ description: 'A secret that was removed from the input before the input was stored.' })
export class CutSecret implements Redaction {
  @Field({ description: 'Path of the field that contained the secret, such as `content` or `tags.0`.' })
  readonly path!: string;

  @Field({
    description:
      'Rule that found the secret, such as `openai-api-key`, `password, key or token` or `unknown-high-entropy`.',
  })
  readonly rule!: string;
}

/** The secrets that are removed from the given texts, with their paths. */
export function cutSecrets(texts: Readonly<Record<string, string>>): CutSecret[] {
  return Object.entries(texts).flatMap(([path, text]) => redacting(text).rules.map((rule) => ({ path, rule })));
}
