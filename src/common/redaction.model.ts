import { Field, ObjectType } from '@nestjs/graphql';
import { redacting } from './redact.js';
import type { Redaction } from './redaction-notes.js';

@ObjectType({ description: 'A secret that was cut out of what was given, before it was stored.' })
export class CutSecret implements Redaction {
  @Field({ description: 'Field that held it, in dots: `content`, `tags.0`.' })
  readonly path!: string;

  @Field({ description: 'Rule that knows it: `openai-api-key`, `password, key or token`, `unknown-high-entropy`.' })
  readonly rule!: string;
}

/** What is cut out of some texts, by their paths. */
export function cutSecrets(texts: Readonly<Record<string, string>>): CutSecret[] {
  return Object.entries(texts).flatMap(([path, text]) => redacting(text).rules.map((rule) => ({ path, rule })));
}
