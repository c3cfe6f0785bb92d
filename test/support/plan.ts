/** What plans and profiles of the driver have in common. */
interface Tree<Part> {
  readonly children: readonly Part[];
}

/** Of statements that only Neo4j 2026 takes. */
export const NEEDS_2026 = /^CYPHER 25\b/m;

interface Profile extends Tree<Profile> {
  readonly dbHits: number;
}

/** A plan and all that is beneath it, from the top. */
export function partsOf<Part extends Tree<Part>>(plan: Part | false): Part[] {
  if (plan === false) throw new Error('The statement was neither explained nor profiled');
  return [plan, ...plan.children.flatMap(partsOf<Part>)];
}

/** Without the database that the name ends with. */
export function operatorOf({ operatorType }: { readonly operatorType: string }): string {
  return operatorType.replace(/@.*$/, '');
}

/** What the whole plan read. */
export function dbHitsOf(plan: Profile | false): number {
  return partsOf(plan).reduce((sum, { dbHits }) => sum + dbHits, 0);
}
