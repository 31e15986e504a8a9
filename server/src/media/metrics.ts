import type { Metrics } from '../platform/observe/metrics.ts';

export type MediaMetrics = ReturnType<typeof mediaMetrics>;

/** Metrics of the media server. */
export function mediaMetrics(metrics: Metrics) {
  return {
    bytes: metrics.tallies('media_received_bytes_total', 'Bytes received from terminals', 'transport', ['tcp', 'udp']),
    packets: metrics.tally('media_packets_total', 'Stream packets received'),
    bad: metrics.counter('media_bad_packets_total', 'Bad bytes by reason', ['reason']),
    refused: metrics.counter('media_refused_total', 'Refused streams and connections by reason', ['reason']),
  };
}
