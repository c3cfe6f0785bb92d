/** The actions that the page may offer to its user. */
export interface Rights {
  /** Report whether something helped or failed. */
  readonly report: boolean;
  /** Retract a report. */
  readonly retract: boolean;
}

export const NOTHING: Rights = { report: false, retract: false };

/** The rights of each role, as in docs/access.md. Each role includes the rights of the previous one. */
const BY_ROLE: Readonly<Record<string, Rights>> = {
  READER: NOTHING,
  WRITER: { report: true, retract: false },
  REVIEWER: { report: true, retract: true },
  ADMIN: { report: true, retract: true },
};

/** @param role role of the API key; undefined while it is unknown. Unknown roles get no rights. */
export function mayWith(role: string | undefined): Rights {
  return BY_ROLE[role ?? ''] ?? NOTHING;
}
