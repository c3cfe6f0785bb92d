import { Field, ID, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({
  description: 'A node of the graph: knowledge, an entity, a learning, a plan or a step of one, a state, a domain.',
})
export class GraphNode {
  @Field(() => ID, {
    description: 'Identifies the node; another subgraph may start at it: item:open_files, entity:user:alice.',
  })
  readonly ref!: string;

  @Field(() => [String], { description: 'Labels of the node in Neo4j.' })
  readonly labels!: readonly string[];

  @Field({ description: 'Name to show.' })
  readonly title!: string;

  @Field(() => Int, { description: 'Number of its edges of the requested types that this answer does not contain.' })
  readonly hidden!: number;
}

@ObjectType({ description: 'An edge between two nodes of the same answer.' })
export class GraphEdge {
  @Field(() => ID, { description: 'Unique in the answer.' })
  readonly id!: string;

  @Field(() => ID, { description: 'Ref of the node it leads from.' })
  readonly source!: string;

  @Field(() => ID, { description: 'Ref of the node it leads to.' })
  readonly target!: string;

  @Field({ description: 'Its type in the graph: REQUIRES.' })
  readonly type!: string;

  @Field(() => String, { nullable: true, description: 'Type of a LINK between entities: WORKS_AT.' })
  readonly label!: string | null;
}

@ObjectType({ description: 'A part of the graph around one node.' })
export class Subgraph {
  @Field(() => [GraphNode], { description: 'The nodes, nearest first.' })
  readonly nodes!: readonly GraphNode[];

  @Field(() => [GraphEdge], { description: 'Edges between the nodes of the answer.' })
  readonly edges!: readonly GraphEdge[];

  @Field({ description: 'True if the limit cut the answer.' })
  readonly truncated!: boolean;
}
