import { Field, ID, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({
  description: 'A node of the graph: knowledge, an entity, a learning, a plan or a step of one, a state, a domain.',
})
export class GraphNode {
  @Field(() => ID, {
    description: 'Names it, and is what another subgraph can begin with: item:open_files, entity:user:alice.',
  })
  readonly ref!: string;

  @Field(() => [String])
  readonly labels!: readonly string[];

  @Field()
  readonly title!: string;

  @Field(() => Int, { description: 'Its edges of the types asked for that are not in this answer.' })
  readonly hidden!: number;
}

@ObjectType({ description: 'An edge between two nodes of the same answer.' })
export class GraphEdge {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID, { description: 'Ref of the node it leads from.' })
  readonly source!: string;

  @Field(() => ID, { description: 'Ref of the node it leads to.' })
  readonly target!: string;

  @Field({ description: 'Its type in the graph: REQUIRES.' })
  readonly type!: string;

  @Field(() => String, { nullable: true, description: 'What a LINK between entities says: WORKS_AT.' })
  readonly label!: string | null;
}

@ObjectType()
export class Subgraph {
  @Field(() => [GraphNode], { description: 'The nearest first.' })
  readonly nodes!: readonly GraphNode[];

  @Field(() => [GraphEdge])
  readonly edges!: readonly GraphEdge[];

  @Field({ description: 'There is more within the depth than the limit let in.' })
  readonly truncated!: boolean;
}
