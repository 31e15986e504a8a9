import { describe, expect, it } from 'vitest';
import { createCaptchas } from './captcha.ts';
import { GLYPHS } from './captcha-glyphs.ts';
import { ExpiringMap } from './expiring-map.ts';
import { CAPTCHA_LIFE_MS } from './limits.ts';

describe('a captcha', () => {
  const clock = { now: 0 };
  const captchas = createCaptchas(
    () => clock.now,
    () => 'KA7R',
  );

  it('is solved only once, case-insensitively', () => {
    const { captchaId } = captchas.create();
    expect(captchas.solve(captchaId, ' ka7r ')).toBe(true);
    expect(captchas.solve(captchaId, 'KA7R')).toBe(false);
  });
  it('is invalidated by a wrong answer', () => {
    const { captchaId } = captchas.create();
    expect(captchas.solve(captchaId, 'XXXX')).toBe(false);
    expect(captchas.solve(captchaId, 'KA7R')).toBe(false);
  });
  it('expires after five minutes', () => {
    const { captchaId } = captchas.create();
    clock.now += CAPTCHA_LIFE_MS;
    expect(captchas.solve(captchaId, 'KA7R')).toBe(false);
  });
  it('is not solved without an id, and draws the same text differently each time', () => {
    expect(captchas.solve('', '')).toBe(false);
    expect(captchas.create().image).not.toBe(captchas.create().image);
  });
  it('has no similar-looking characters', () => {
    for (const letter of '0O1IL5S2Z8B') expect(Object.keys(GLYPHS)).not.toContain(letter);
  });
});

describe('a bounded map', () => {
  it('drops the oldest entry when it is full, and expired entries', () => {
    const clock = { now: 0 };
    const map = new ExpiringMap<number>({ lifeMs: 10, max: 3, now: () => clock.now });
    for (const [i, key] of ['a', 'b', 'c', 'd'].entries()) map.set(key, i);
    expect([map.size, map.get('a'), map.get('d')]).toEqual([3, undefined, 3]);
    clock.now = 10;
    expect(map.get('d')).toBeUndefined();
    map.set('e', 4);
    expect(map.size).toBe(1);
  });
});
