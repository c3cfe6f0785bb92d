import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({
  description: 'A node of the graph: knowledge, an entity, a learning, a plan, a step of a plan, a state, or a domain.',
})
export class GraphNode {
  @Field(() => ID, {
    description:
      'Ref of the node, such as item:open_files or entity:user:alice. Pass it to subgraph to get the neighbourhood of the node.',
  })
  readonly ref!: string;

  @Field(() => [String], { description: 'Labels of the node in Neo4j.' })
  readonly labels!: readonly string[];

  @Field({ description: 'Name to show.' })
  readonly title!: string;

  @Field(() => Float, { nullable: true, description: 'Trust of knowledge, in [0,1]; null for other nodes.' })
  readonly trust!: number | null;

  @Field(() => Int, {
    description: 'Number of edges of the requested types that lead to or from the node, but are not in this answer.',
  })
  readonly hidden!: number;
}

@ObjectType({ description: 'An edge between two nodes of the same answer.' })
export class GraphEdge {
  @Field(() => ID, { description: 'Id of the edge, unique in the answer.' })
  readonly id!: string;

  @Field(() => ID, { description: 'Ref of the node that the edge leads from.' })
  readonly source!: string;

  @Field(() => ID, { description: 'Ref of the node that the edge leads to.' })
  readonly target!: string;

  @Field({ description: 'Type of the edge in the graph, such as REQUIRES.' })
  readonly type!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Type of a relation between entities (LINK), such as WORKS_AT; null for other edges.',
  })
  readonly label!: string | null;
}

@ObjectType({ description: 'A part of the graph around one node.' })
export class Subgraph {
  @Field(() => [GraphNode], { description: 'The nodes, nearest first.' })
  readonly nodes!: readonly GraphNode[];

  @Field(() => [GraphEdge], { description: 'Edges between the nodes of the answer.' })
  readonly edges!: readonly GraphEdge[];

  @Field({ description: 'True if nodes were left out because of the limit `first`.' })
  readonly truncated!: boolean;
}
