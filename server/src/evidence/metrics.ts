import type { Metrics } from '../platform/observe/metrics.ts';

export type EvidenceMetrics = ReturnType<typeof evidenceMetrics>;

/** Metrics of the evidence server. */
export function evidenceMetrics(metrics: Metrics) {
  return {
    bytes: metrics.tally('evidence_received_bytes_total', 'Bytes received from terminals'),
    files: metrics.tally('evidence_files_total', 'Attachments stored'),
    gaps: metrics.tally('evidence_gaps_total', 'Missing ranges of attachments requested again'),
    bad: metrics.counter('evidence_bad_total', 'Bad bytes and chunks by reason', ['reason']),
    refused: metrics.counter('evidence_refused_total', 'Refused connections by reason', ['reason']),
  };
}
