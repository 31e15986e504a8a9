import { describe, expect, it } from 'vitest';
import { PartWindow } from './part-window.ts';

const WAIT_MS = 5_000;

function open(total: number, done = 0) {
  const sent: number[] = [];
  const window = new PartWindow(
    { total, done, width: 3, waitMs: WAIT_MS, maxResends: 2, send: (index) => void sent.push(index) },
    0,
  );
  window.fill();
  return { window, sent, take: () => sent.splice(0) };
}

describe('the window of sub-packages', () => {
  it('sends no more than its width without an acknowledgement, and moves with the first missing one', () => {
    const { window, take } = open(10);
    expect(take()).toEqual([0, 1, 2]);
    window.acknowledge(1, 1);
    expect(take()).toEqual([]);
    window.acknowledge(0, 2);
    expect(take()).toEqual([3, 4]);
    expect(window.done).toBe(2);
  });

  it('sends unacknowledged sub-packages again, and gives up after some tries', () => {
    const { window, take } = open(10);
    take();
    window.acknowledge(1, 0);
    for (const time of [1, 2]) {
      expect(window.sweep(time * WAIT_MS)).toBe('active');
      expect(take()).toEqual([0, 2]);
    }
    expect(window.sweep(3 * WAIT_MS)).toBe('silent');
  });

  it('moves on with each pause while the terminal acknowledges nothing, and is complete with the last acknowledgement', () => {
    const { window, take } = open(5);
    expect(take()).toEqual([0, 1, 2]);
    expect(window.sweep(WAIT_MS)).toBe('active');
    expect(take()).toEqual([3, 4]);
    window.acknowledge(4, WAIT_MS + 1);
    expect(window.isComplete).toBe(true);
  });

  it('continues after the sub-packages that arrived earlier, and sends requested sub-packages again', () => {
    const { window, take } = open(10, 6);
    expect(take()).toEqual([6, 7, 8]);
    window.resend([2, 5, 99, -1], 1);
    expect(take()).toEqual([2, 5]);
  });

  it('counts an acknowledgement only once', () => {
    const { window, take } = open(10);
    take();
    for (let i = 0; i < 3; i++) window.acknowledge(0, i);
    expect(window.done).toBe(1);
    expect(take()).toEqual([3]);
  });
});
