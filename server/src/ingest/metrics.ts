import type { Metrics } from '../platform/observe/metrics.ts';

export type IngestMetrics = ReturnType<typeof ingestMetrics>;

/** Figures of the way in. */
export function ingestMetrics(metrics: Metrics) {
  return {
    locations: metrics.counter('ingest_locations_total', 'Locations committed, repeated ones included'),
    refused: metrics.counter('ingest_refused_total', 'Locations whose values the database refuses'),
    retries: metrics.counter('ingest_retries_total', 'Batches that met no database and were tried again'),
    batchRows: metrics.histogram(
      'ingest_batch_rows',
      'Locations of one transaction',
      [1, 10, 50, 100, 250, 500, 1000, 2000, 4000],
    ),
    commitSeconds: metrics.histogram(
      'ingest_commit_seconds',
      "From a batch's first location to its commit",
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    ),
  };
}
