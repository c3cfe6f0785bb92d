import { describe, expect, it } from 'vitest';
import { callerFrom, groupsOf } from './caller.js';
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

describe('groupsOf', () => {
  const caller = callerFrom({ project: 'blades', team: 'rotor' });
  const own = { teams: ['rotor'], projects: ['blades'] };

  it('is the own team and project, whether a key is needed or not', () => {
    expect(groupsOf(caller)).toEqual(own);
    for (const role of ['reader', 'writer'] as const) {
      expect(groupsOf({ ...caller, role, projects: ['blades', 'hub'] })).toEqual(own);
    }
    expect(groupsOf(callerFrom({}))).toEqual({ teams: ['default'], projects: ['default'] });
  });

  it('is for reviewers all that their key opens', () => {
    for (const role of ['reviewer', 'admin'] as const) {
      expect(groupsOf({ ...caller, role })).toEqual({ teams: null, projects: null });
      expect(groupsOf({ ...caller, role, projects: ['blades', 'hub'] })).toEqual({
        teams: null,
        projects: ['blades', 'hub'],
      });
    }
  });
});
