/** The actions that the page may offer to its user. */
export interface Rights {
  /** Report whether something helped or failed. */
  readonly report: boolean;
  /** Add documents. */
  readonly add: boolean;
  /** Retract a report. */
  readonly retract: boolean;
  /** Decide what waits for a person, and undo decisions. */
  readonly decide: boolean;
}

export const NOTHING: Rights = { report: false, add: false, retract: false, decide: false };

/** The rights of each role, as in docs/access.md. Each role includes the rights of the previous one. */
const BY_ROLE: Readonly<Record<string, Rights>> = {
  READER: NOTHING,
  WRITER: { report: true, add: true, retract: false, decide: false },
  REVIEWER: { report: true, add: true, retract: true, decide: true },
  ADMIN: { report: true, add: true, retract: true, decide: true },
};

/** @param role role of the API key; undefined while it is unknown. Unknown roles get no rights. */
export function mayWith(role: string | undefined): Rights {
  return BY_ROLE[role ?? ''] ?? NOTHING;
}
