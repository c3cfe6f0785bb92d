import type { FluentVersion } from './fluents.model.js';

/** Rules of a fluent in one version; the current version has the highest number. */
export interface SaidVersion {
  readonly number: number;
  /** Null while the fluent has no rules. */
  readonly rules: string | null;
  readonly at: Date;
  readonly by: string | null;
}

export type RuleVersion = FluentVersion & Pick<SaidVersion, 'number'>;

/** Rules of a version; the state of an earlier version is JSON. */
export function rulesOfVersion({ rules, state }: { readonly rules: string | null; readonly state: string | null }) {
  return state === null ? rules : ((JSON.parse(state) as { readonly rules: string | null }).rules ?? null);
}

/**
 * Versions whose rules differ from those of the previous version. Versions that changed only the description, or that
 * have no rules, are left out.
 *
 * @param versions newest first, without gaps
 */
export function withoutRepeats(versions: readonly SaidVersion[]): RuleVersion[] {
  return versions.flatMap(({ rules, ...version }, index) =>
    rules === null || versions[index + 1]?.rules === rules ? [] : [{ ...version, rules }],
  );
}
