import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

describe('metrics', () => {
  it('print counters, gauges and histograms in the text format', async () => {
    const metrics = createMetrics();
    metrics.counter('frames_total', 'Frames read', ['result']).inc({ result: 'bad' }, 2);
    metrics.gauge('sessions', 'Terminals connected', [], (gauge) => gauge.set(41));
    metrics.histogram('batch_seconds', 'Time of a batch', [0.01, 0.1]).observe(0.05);
    const { contentType, text } = await metrics.metricsText();
    expect(contentType).toContain('text/plain');
    for (const line of [
      'fleetwarden_frames_total{result="bad"} 2',
      'fleetwarden_sessions 41',
      'fleetwarden_batch_seconds_bucket{le="0.1"} 1',
      'process_cpu_seconds_total',
    ])
      expect(text).toContain(line);
  });

  it('add up tallies over all scrapes', async () => {
    const metrics = createMetrics();
    const frames = metrics.tally('frames_total', 'Frames read');
    const bytes = metrics.tallies('bytes_total', 'Bytes read', 'transport', ['tcp', 'udp']);
    frames.inc();
    bytes.tcp.inc(70);
    await metrics.metricsText();
    frames.inc(2);
    bytes.udp.inc(5);
    const { text } = await metrics.metricsText();
    for (const line of [
      'fleetwarden_frames_total 3',
      'fleetwarden_bytes_total{transport="tcp"} 70',
      'fleetwarden_bytes_total{transport="udp"} 5',
    ])
      expect(text).toContain(line);
  });

  it('are separate for each server of a process', async () => {
    createMetrics().counter('frames_total', 'Frames read');
    expect((await createMetrics().metricsText()).text).not.toContain('frames_total');
  });
});
