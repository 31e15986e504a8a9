import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scrollUp } from './scroll-up.ts';

let frames: FrameRequestCallback[] = [];
const run = (now: number) => {
  const due = frames;
  frames = [];
  for (const frame of due) frame(now);
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
});
afterEach(() => vi.unstubAllGlobals());

const motion = (reduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
const scrolled = (top: number) => Object.assign(document.createElement('div'), { scrollTop: top });

describe('rows after a page change', () => {
  it('scroll to the first within 800 ms', () => {
    motion(false);
    const element = scrolled(400);
    scrollUp(element);
    run(1_000);
    expect(element.scrollTop).toBe(400);
    run(1_400);
    expect(element.scrollTop).toBe(200);
    run(1_800);
    expect([element.scrollTop, frames]).toEqual([0, []]);
  });

  it('are at the first at once with reduced motion', () => {
    motion(true);
    const element = scrolled(400);
    scrollUp(element);
    expect([element.scrollTop, frames]).toEqual([0, []]);
  });

  it('stop scrolling if the user scrolls', () => {
    motion(false);
    const element = scrolled(400);
    scrollUp(element);
    run(1_000);
    element.dispatchEvent(new Event('wheel'));
    run(1_800);
    expect(element.scrollTop).toBe(400);
  });
});
