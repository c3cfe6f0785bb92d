import { ownValue } from '../common/json.js';
import { Field, Float, ID, InterfaceType, registerEnumType } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

/** The name of a served kind of knowledge: `ITEM`. */
export type KnowledgeKind = string;

/** The API's enum, by name. `serveKinds` fills it before the schema is built. */
export const KnowledgeKind: Record<string, KnowledgeKind> = {};

const valuesMap: Record<string, { description: string }> = {};
registerEnumType(KnowledgeKind, {
  name: 'KnowledgeKind',
  description: 'The kinds of knowledge that the service stores.',
  valuesMap,
});

/** Names of GraphQL types by kind, since types are resolved outside of dependency injection. */
const typeNames: Record<KnowledgeKind, string> = {};

/** A kind as the API shows it. */
interface NamedKind {
  readonly name: KnowledgeKind;
  readonly description: string;
  /** Name of the GraphQL type. */
  readonly typeName: string;
}

/** Sets the kinds of the API, in this order. A process serves one list of kinds only. */
export function serveKinds(kinds: readonly NamedKind[]): void {
  for (const built of [KnowledgeKind, valuesMap, typeNames]) {
    for (const name of Object.keys(built)) Reflect.deleteProperty(built, name);
  }
  for (const { name, description, typeName } of kinds) {
    KnowledgeKind[name] = name;
    valuesMap[name] = { description };
    typeNames[name] = typeName;
  }
}

@InterfaceType({
  description: 'Fields that all kinds of knowledge share.',
  resolveType: (knowledge: Knowledge) => ownValue(typeNames, knowledge.kind),
})
export abstract class Knowledge {
  @Field(() => ID, {
    description: 'Reference made up of kind and id, unique in the namespace, such as item:open_files.',
  })
  readonly ref!: string;

  @Field(() => ID, { description: 'Id, unique among knowledge of the same kind in the namespace.' })
  readonly id!: string;

  @Field(() => KnowledgeKind, { description: 'Kind of knowledge.' })
  readonly kind!: KnowledgeKind;

  @Field({ description: 'Short name to show.' })
  readonly title!: string;

  @Field({ description: 'The text that is searched and shown.' })
  readonly text!: string;

  @Field(() => Float, { description: 'Trust: how well the knowledge has proved itself, in [0,1].' })
  readonly trust!: number;

  @Field(() => DateTime, { description: 'Time at which the knowledge was first saved.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'Time at which the content was last changed.' })
  readonly updatedAt!: Date;
}
