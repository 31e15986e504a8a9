import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playLevel, silence, useSoundState } from '../shared/alarm-sound.ts';
import { lengthOf, TONES } from '../shared/alarm-tones.ts';
import { plugSoundCard, soundCard } from '../ui/testing-audio.ts';

beforeEach(() => {
  vi.useFakeTimers();
  plugSoundCard();
  silence();
  useSoundState.setState({ played: 0 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the sounds of alarms', () => {
  it('consist of the tones of their level, and end after them', async () => {
    await playLevel(2, 60);
    expect(soundCard.heard).toEqual(TONES[2].map(({ hz }) => hz));
    expect(useSoundState.getState()).toEqual({ state: 'playing', level: 2, played: 1 });
    vi.advanceTimersByTime(lengthOf(TONES[2]) - 1);
    expect(useSoundState.getState().state).toBe('playing');
    vi.advanceTimersByTime(1);
    expect(useSoundState.getState()).toEqual({ state: 'idle', level: null, played: 1 });
  });

  it('of an alarm storm play one at a time; a higher level interrupts a lower one', async () => {
    for (let i = 0; i < 50; i++) await playLevel(2, 60);
    await playLevel(1, 60);
    expect(useSoundState.getState()).toMatchObject({ level: 2, played: 1 });
    await playLevel(3, 60);
    expect(useSoundState.getState()).toMatchObject({ level: 3, played: 2 });
  });

  it('end when muted', async () => {
    await playLevel(3, 60);
    silence();
    expect(useSoundState.getState()).toMatchObject({ state: 'idle', level: null });
  });

  it('are reported as blocked by the browser until it allows them', async () => {
    Object.assign(soundCard, { state: 'suspended', lets: false });
    const kept = playLevel(3, 60);
    await vi.advanceTimersByTimeAsync(300);
    await kept;
    expect(useSoundState.getState()).toMatchObject({ state: 'blocked', played: 0 });
    soundCard.lets = true;
    document.dispatchEvent(new Event('pointerdown'));
    await vi.advanceTimersByTimeAsync(0);
    expect(useSoundState.getState().state).toBe('idle');
    await playLevel(3, 60);
    expect(useSoundState.getState()).toMatchObject({ state: 'playing', level: 3, played: 1 });
  });

  it('differ between the levels', () => {
    const heard = [1, 2, 3].map((level) => TONES[level as 1 | 2 | 3].map(({ hz }) => hz).join());
    expect(new Set(heard).size).toBe(3);
  });
});
