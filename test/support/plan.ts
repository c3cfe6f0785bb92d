/** Common properties of the driver's plans and profiles. */
interface Tree<Part> {
  readonly children: readonly Part[];
}

/** Matches statements that only Neo4j 2026 accepts. */
export const NEEDS_2026 = /^CYPHER 25\b/m;

/** Statements of a search, a retrieval, a context and a report. */
export const EVERY_CALL =
  /^(search\/(find|count)-|layers\/(retrieve|list-around-at|find-(entities|pieces)|list-(pieces|mentions|(incoming|outgoing)-relations))$|evidence\/record-|items\/(find-items|add-learnings)$|memories\/find-memories$|planning\/(find-step|report-steps|save-plans)$|knowledge\/record-receipts$)/;

interface Profile extends Tree<Profile> {
  readonly dbHits: number;
}

/** Returns a plan and all plans below it, from the top. */
export function partsOf<Part extends Tree<Part>>(plan: Part | false): Part[] {
  if (plan === false) throw new Error('The statement was neither explained nor profiled');
  return [plan, ...plan.children.flatMap(partsOf<Part>)];
}

/** Returns the operator without the name of the database at its end. */
export function operatorOf({ operatorType }: { readonly operatorType: string }): string {
  return operatorType.replace(/@.*$/, '');
}

/** Returns the database hits of the whole plan. */
export function dbHitsOf(plan: Profile | false): number {
  return partsOf(plan).reduce((sum, { dbHits }) => sum + dbHits, 0);
}
