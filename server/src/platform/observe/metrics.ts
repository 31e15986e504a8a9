import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Prometheus metrics of one server. Names get the prefix `fleetwarden_` and end in their unit (`_bytes`, `_seconds`, `_total`).
 */
export type Metrics = {
  counter<L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  /** `collect` runs at each scrape. */
  gauge<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    collect?: (gauge: Gauge<L>) => void,
  ): Gauge<L>;
  histogram<L extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly L[],
  ): Histogram<L>;
  /** The text of `/metrics` with its content type. */
  metricsText(): Promise<{ readonly contentType: string; readonly text: string }>;
};

const PREFIX = 'fleetwarden_';

/** A registry that includes process memory, CPU, event loop and garbage collection. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const base = <L extends string>(name: string, help: string, labels: readonly L[] = []) => ({
    name: `${PREFIX}${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter: (name, help, labels) => new Counter(base(name, help, labels)),
    gauge: (name, help, labels, collect) => {
      const gauge: Gauge<NonNullable<typeof labels>[number]> = new Gauge({
        ...base(name, help, labels),
        ...(collect ? { collect: () => collect(gauge) } : {}),
      });
      return gauge;
    },
    histogram: (name, help, buckets, labels) => new Histogram({ ...base(name, help, labels), buckets: [...buckets] }),
    metricsText: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
