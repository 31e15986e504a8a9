import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Prometheus metrics of one server. Names get the prefix `fleetwarden_` and end in their unit (`_bytes`, `_seconds`, `_total`).
 */
export type Metrics = {
  /** A counter for events that happen thousands of times a second: an increment is an addition. */
  tally(name: string, help: string): Tally;
  /** One for each value of a label. */
  tallies<V extends string>(name: string, help: string, label: string, values: readonly V[]): Readonly<Record<V, Tally>>;
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

/** Counts between two scrapes. */
export type Tally = { inc(count?: number): void };

const PREFIX = 'fleetwarden_';

class Count implements Tally {
  #count = 0;

  inc(count = 1): void {
    this.#count += count;
  }

  take(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }
}

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
  const tallies = <V extends string>(name: string, help: string, label: string, values: readonly V[]) => {
    const counts = new Map(values.map((value) => [value, new Count()]));
    const counter: Counter = new Counter({
      ...base(name, help, label === '' ? [] : [label]),
      collect: () => {
        for (const [value, count] of counts) counter.inc(label === '' ? {} : { [label]: value }, count.take());
      },
    });
    return Object.fromEntries(counts) as Record<V, Count>;
  };
  return {
    tally: (name, help) => tallies(name, help, '', ['all']).all,
    tallies,
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
