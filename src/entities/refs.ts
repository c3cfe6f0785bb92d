export function refOfEntity(id: string): string {
  return `entity:${id}`;
}

export function refOfPiece(id: string): string {
  return `piece:${id}`;
}
