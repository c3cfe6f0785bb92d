import { Field, Float, ID, InterfaceType, registerEnumType } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

/** Kinds of knowledge that are ranked. Each comes with the feature that keeps it. */
export enum KnowledgeKind {
  ITEM = 'ITEM',
  FLUENT = 'FLUENT',
  MEMORY = 'MEMORY',
  PIECE = 'PIECE',
  STRATEGY = 'STRATEGY',
}

registerEnumType(KnowledgeKind, {
  name: 'KnowledgeKind',
  valuesMap: {
    ITEM: { description: 'An item of the knowledge base.' },
    FLUENT: { description: 'A fluent of an RTEC event description, with its rules.' },
    MEMORY: { description: 'A strategy or anti-pattern that agents recorded or that was distilled from a session.' },
    PIECE: { description: 'A piece of what experts wrote down.' },
    STRATEGY: { description: 'What a kind of task was best solved with.' },
  },
});

/** GraphQL type of each kind; filled by KnowledgeRegistry.register, since a type is resolved outside of injection. */
export const knowledgeTypeNames = new Map<KnowledgeKind, string>();

@InterfaceType({
  description: 'What all knowledge has in common, whatever its kind.',
  resolveType: (knowledge: Knowledge) => knowledgeTypeNames.get(knowledge.kind),
})
export abstract class Knowledge {
  @Field(() => ID, { description: 'Kind and id in one, unique in the namespace: item:open_files.' })
  readonly ref!: string;

  @Field(() => ID, { description: 'Unique among its kind in the namespace.' })
  readonly id!: string;

  @Field(() => KnowledgeKind)
  readonly kind!: KnowledgeKind;

  @Field()
  readonly title!: string;

  @Field({ description: 'What is searched and shown.' })
  readonly text!: string;

  @Field(() => Float, { description: 'How far it has proved itself, in [0,1].' })
  readonly trust!: number;

  @Field(() => DateTime)
  readonly createdAt!: Date;

  @Field(() => DateTime)
  readonly updatedAt!: Date;
}
