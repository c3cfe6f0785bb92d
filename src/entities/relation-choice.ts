/** Which relations around an entity are returned if there are more than requested. */
export enum RelationChoice {
  DISTANCE = 'DISTANCE',
  RELEVANCE = 'RELEVANCE',
}
