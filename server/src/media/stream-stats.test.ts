import { expect, it } from 'vitest';
import { StreamStats } from './stream-stats.ts';

it('reports the packet loss in percent to viewers and to the terminal, each since the last report', () => {
  const stats = new StreamStats(0);
  const receive = (packets: number) => {
    for (let i = 0; i < packets; i++) stats.addPacket(1_000);
  };
  receive(8);
  stats.setLost(2);
  expect(stats.take(1_000)).toEqual({ bytes: 8_000, bitrate: 64_000, frameRate: 0, lossPercent: 20 });
  receive(10);
  expect(stats.take(2_000).lossPercent).toBe(0);
  expect([stats.takeLossPercent(), stats.takeLossPercent(), stats.take(3_000).lossPercent]).toEqual([10, null, 0]);
  // another connection counts from 0
  stats.startConnection();
  receive(1);
  stats.setLost(1);
  expect([stats.lost, stats.take(4_000).lossPercent, stats.takeLossPercent()]).toEqual([3, 50, 50]);
});
