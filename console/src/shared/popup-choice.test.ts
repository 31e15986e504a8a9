import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { describe, expect, it } from 'vitest';
import { callsUser, chosenKinds } from './popup-choice.ts';

const alarm = (change: Partial<AlarmResult>) =>
  ({ warnId: 1, warnType: 2, raised: true, storm: false, ...change }) as unknown as AlarmResult;

describe('the popup choice for an alarm', () => {
  it.each([
    // number on the wire, what the user saved, pops up
    [0, [1], true],
    [0, [0], false],
    [49, [50], true],
    [64, [65], true],
    [64, [64], false],
    [65, [65], true],
    [66, [66], true],
    [66, [67], false],
    [100, [100], true],
    [100, [], false],
  ])('with number %i for a user who saved %j: %s', (warnId, saved, pops) => {
    expect(callsUser(alarm({ warnId }), saved)).toBe(pops);
  });

  it.each([
    [1, false],
    [2, true],
    [3, true],
  ])('with level %i for a user without saved choice: %s', (warnType, pops) => {
    expect(callsUser(alarm({ warnType }), null)).toBe(pops);
  });

  it.each([
    ['not the first occurrence', { raised: false }],
    ['popup disabled by a rule', { popup: false as const }],
    ['part of an alarm storm', { storm: true }],
  ])('%s: no popup', (_how, change) => {
    expect(callsUser(alarm(change), null)).toBe(false);
    expect(callsUser(alarm(change), [2])).toBe(false);
  });

  it('defaults to the kinds of level 2 and 3, listed under the numbers that are saved', () => {
    const chosen = chosenKinds(null);
    expect(chosen).toHaveLength(ALARM_TYPES.filter(({ level }) => level >= 2).length);
    expect(chosen).toContain(1);
    expect(chosenKinds([5])).toEqual([5]);
  });
});
