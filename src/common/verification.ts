/**
 * Who verified an observation. The door decides it, not the caller: only NONE is stated, and it changes no trust. All
 * others count alike.
 */
export enum Verification {
  NONE = 'NONE',
  AGENT = 'AGENT',
  TOOL = 'TOOL',
  USER = 'USER',
  EXTERNAL = 'EXTERNAL',
}
