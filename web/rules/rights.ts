/** What the page may offer to who looks at it. */
export interface Rights {
  /** To say that something helped or failed. */
  readonly report: boolean;
  /** To take back what was reported. */
  readonly retract: boolean;
}

export const NOTHING: Rights = { report: false, retract: false };

/** What each role may, as docs/access.md has it; each may what the one before it may. */
const BY_ROLE: Readonly<Record<string, Rights>> = {
  READER: NOTHING,
  WRITER: { report: true, retract: false },
  REVIEWER: { report: true, retract: true },
  ADMIN: { report: true, retract: true },
};

/** @param role of the key; undefined as long as it is not known. One that this page does not know may do nothing. */
export function mayWith(role: string | undefined): Rights {
  return BY_ROLE[role ?? ''] ?? NOTHING;
}
