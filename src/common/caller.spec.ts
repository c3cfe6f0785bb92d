import { describe, expect, it } from 'vitest';
import { callerFrom } from './caller.js';
import { BadUserInputError } from './errors.js';

describe('callerFrom', () => {
  it('takes the default namespace, team and project of who names none', () => {
    expect(callerFrom({})).toEqual({ namespace: 'default', team: 'default', project: 'default' });
    expect(callerFrom({ namespace: 'acme', team: '', project: '', agent: '' })).toEqual({
      namespace: 'acme',
      team: 'default',
      project: 'default',
    });
  });

  it('keeps what is given', () => {
    const given = { namespace: 'acme', team: 'Aero & heat', project: 'jet-noise', agent: 'solver 2', session: 'run 7' };
    expect(callerFrom(given)).toEqual(given);
  });

  it.each([
    [{ namespace: 'no spaces' }, 'x-namespace'],
    [{ team: 'a\nb' }, 'x-team'],
    [{ project: 'p'.repeat(129) }, 'x-project'],
    [{ agent: ['two', 'values'] }, 'x-agent'],
    [{ session: 's'.repeat(513) }, 'x-session'],
  ])('refuses %j and names the header', (values, path) => {
    expect(() => callerFrom(values)).toThrow(BadUserInputError);
    expect(() => callerFrom(values)).toThrow(path);
  });
});
