export interface Step {
  /** Says how far it is: `done` of `total` (without a total only a count) and a short remark. */
  update(state: { done?: number; total?: number; remark?: string }): void;
  succeed(remark?: string): void;
  fail(): void;
}

export interface Progress {
  /** Starts showing a step; steps do not overlap. */
  step(title: string): Step;
  /** Prints a line between steps. */
  line(text: string): void;
}

export const progress: Progress;
