import { describe, expect, it } from 'vitest';
import { mayWith } from './rights.js';

describe('what the page offers', () => {
  it('is nothing to readers and as long as the role is not known', () => {
    const nothing = { report: false, retract: false };
    expect(mayWith('READER')).toEqual(nothing);
    expect(mayWith(undefined)).toEqual(nothing);
    expect(mayWith('AUDITOR')).toEqual(nothing);
  });

  it('is reports to writers, and taking them back from reviewers on', () => {
    expect(mayWith('WRITER')).toEqual({ report: true, retract: false });
    expect(mayWith('REVIEWER')).toEqual({ report: true, retract: true });
    expect(mayWith('ADMIN')).toEqual({ report: true, retract: true });
  });
});
