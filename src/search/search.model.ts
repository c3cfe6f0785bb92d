import { Extensions, Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { Knowledge, type KnowledgeKind } from '../knowledge/knowledge.model.js';
import { Degradation } from '../embedding/degradation.model.js';
import type { HitMatch } from './match.js';

@ObjectType({
  description: 'Factors that adjust the weight of a query word to its rarity in the namespace.',
})
export class WordFactor {
  @Field({ description: 'The word in lower case.' })
  readonly word!: string;

  @Field(() => Float, {
    description:
      'Factor for matches in titles: rarity of the word in titles of the namespace, divided by its rarity in all titles.',
  })
  readonly title!: number;

  @Field(() => Float, {
    description:
      'Factor for matches in texts: rarity of the word in texts of the namespace, divided by its rarity in all texts.',
  })
  readonly text!: number;
}

@ObjectType({ description: 'A content word of the query, with its rarity, and whether the hit contains it.' })
export class MatchTerm {
  @Field({ description: 'The word in lower case.' })
  readonly word!: string;

  @Field(() => Float, {
    description:
      'Rarity of the word in the namespace: ln(1 + (N − df + 0.5) / (df + 0.5)) for N texts, df of which contain it. 1 for all words if the database cannot store counts.',
  })
  readonly idf!: number;

  @Field({ description: 'True if title or text of the hit contain the word, in any of its forms.' })
  readonly covered!: boolean;
}

@ObjectType({
  description:
    'The parts of a score, which is relevance · trustFactor^gamma · scopeWeight. The relevance is the sum of the contributions that are not null.',
})
export class ScoreExplanation {
  @Field({ description: 'Ranking profile of the hit: episodic, factual, catalog or procedural.' })
  readonly profile!: string;

  @Field(() => Float, { description: 'Relevance in [0,1], relative to the best hit of this query.' })
  readonly relevance!: number;

  @Field(() => Float, { nullable: true, description: 'Contribution of matching words.' })
  readonly lexical!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Contribution of the similarity in meaning; null if the text, or the question, has no vector.',
  })
  readonly vector!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Contribution that the words have in place of the similarity in meaning, because the text has no vector yet; null if it has one.',
  })
  readonly imputed!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Contribution of entities near those that the question names: the nearer they are, and the more of the names, the higher.',
  })
  readonly graph!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Contribution of rare entities that the hit shares with the best hits.',
  })
  readonly chain!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Contribution of good hits that are next to this hit in the same session.',
  })
  readonly neighbours!: number | null;

  @Field(() => Float, { nullable: true, description: 'Contribution of good hits of the same session.' })
  readonly session!: number | null;

  @Field(() => Float, { nullable: true, description: 'Contribution of the distance from the active entity: 1/depth.' })
  readonly traversal!: number | null;

  @Field(() => Float, { nullable: true, description: 'Cosine similarity of query and text, in [-1,1].' })
  readonly cosine!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Cosine similarity of unrelated texts in this model. Only the part of a cosine above it contributes to the score. Null without an embedder.',
  })
  readonly floor!: number | null;

  @Field(() => Float, { description: 'Trust: how well the knowledge has proved itself, in [0,1].' })
  readonly trust!: number;

  @Field(() => Float, { description: 'Trust of an untried entry of the kind, in [0,1]. Its factor is 1.' })
  readonly usualTrust!: number;

  @Field(() => Float, {
    description:
      'Factor of the score by trust: trust / usualTrust up to the usual trust; above it, it rises to 1.1 at a trust of 1.',
  })
  readonly trustFactor!: number;

  @Field(() => Float, { description: 'Exponent of trustFactor.' })
  readonly gamma!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Factor that depends on the scope of a memory, or that lowers a fluent without rules (0.4). Null for other knowledge, whose factor is 1.',
  })
  readonly scopeWeight!: number | null;

  @Field(() => [WordFactor], {
    description:
      'Factors that adjust the weight of each query word to its rarity in the namespace. Empty if all texts of the index belong to the namespace.',
  })
  readonly wordFactors!: readonly WordFactor[];

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the state of the word counts that wordFactors use. Answers with the same number used the same counts.',
  })
  readonly wordEpoch!: number | null;

  @Field(() => [MatchTerm], {
    description:
      'Terms of the match, which is max((cosine − floor) / (1 − floor), Σ idf of covered terms / Σ idf). Question words and conjunctions are left out.',
  })
  readonly terms?: readonly MatchTerm[];

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the state of the word counts that the idf values use. Values with the same number use the same counts. Null without counts.',
  })
  readonly termEpoch?: number | null;

  @Field({ description: 'Formula of the score, in words.' })
  readonly formula!: string;

  /** Computes the match when one of its fields is requested. Absent if nothing was searched. */
  readonly measure?: () => Promise<HitMatch | undefined>;
}

@ObjectType({ description: 'Knowledge that a search found.' })
export class SearchHit {
  readonly ref!: string;
  readonly id!: string;
  readonly kind!: KnowledgeKind;
  /** Group of duplicates that the hit belongs to; absent if there is none. */
  readonly group?: string;

  @Field(() => Knowledge, { description: 'The knowledge that was found. Its type depends on its kind.' })
  readonly knowledge!: Knowledge;

  @Field(() => Float, {
    description:
      'Score by which hits are ordered: relevance · trustFactor^gamma · scopeWeight. Ties are broken by ref.',
  })
  readonly score!: number;

  @Field(() => Float, {
    description:
      "How well the hit fits the query, in [0,1], independent of other hits. It is the larger of two numbers: the part of its cosine above the floor of the model, and the share of the query's words that it contains, weighted by rarity.",
  })
  @Extensions({ minimum: 0 })
  readonly match?: number;

  @Field(() => ScoreExplanation, { description: 'Parts of the score.' })
  readonly explain!: ScoreExplanation;
}

@ObjectType({ description: 'Answer of a search.' })
export class SearchResult {
  @Field(() => [SearchHit], { description: 'Hits, best first.' })
  readonly hits!: readonly SearchHit[];

  @Field(() => Int, { description: 'Number of candidates that passed the filters.' })
  @Extensions({ minimum: 0 })
  readonly totalFound!: number;

  @Field(() => [Degradation], { description: 'Reasons for a degraded answer; usually empty.' })
  readonly degraded!: readonly Degradation[];

  @Field(() => Float, { description: 'Time that the service took for the search, in milliseconds.' })
  readonly tookMs!: number;
}
