import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { LocationReported } from '@fleetwarden/domain/location';
import type { JudgedLocation } from '../engine/judged-location.ts';
import type { Log } from '../platform/observe/log.ts';
import { BATCH_ROWS, FOLLOW_ROWS, LINGER_MS, MAX_RETRY_MS, QUEUE_RESUME_ROWS, QUEUE_ROWS, RETRY_FIRST_MS } from './limits.ts';
import type { IngestMetrics } from './metrics.ts';
import { findRejectionCode, type PositionWriter } from './position-writer.ts';
import type { Receipt } from './receipt.ts';
import { toStorable } from './to-storable.ts';

/** Whose clock gave the times of reports. A platform passes on times that it corrected. */
export type ReportClock = 'terminal' | 'platform';

/** Locations of one transaction. `receipts` has one entry per location. */
class Batch {
  readonly reports: JudgedLocation[] = [];
  readonly receipts: (Receipt | null)[] = [];
  /** Indexes of reports that an earlier transaction stored. */
  readonly repeated = new Set<number>();
  /** Arrival of the first location, ms of `performance.now()`: the machine's clock may be set back meanwhile. */
  readonly sinceAt = performance.now();
}

export type BatcherOptions = {
  readonly writer: PositionWriter;
  readonly log: Log;
  readonly metrics: IngestMetrics;
  /** Corrects the device time of a report. */
  readonly correct: (report: LocationReported) => LocationReported;
  /** Called after the commit, in order of arrival, for everything but repetitions. */
  readonly onStored: (report: JudgedLocation) => void;
};

/**
 * Collects locations into batches, bounded by rows and milliseconds, and commits one batch at a time. The next batch fills during
 * a commit, so batches grow with the load. A failed batch is retried until the database is back. Subscribers follow one batch while
 * the database stores the next; they are never more than one batch behind.
 */
export class Batcher {
  readonly #options: BatcherOptions;
  /** Oldest first; the last one is filling. */
  readonly #batches: Batch[] = [];
  #rows = 0;
  /** Rows accepted since the start. */
  #accepted = 0;
  #full = false;
  #writing = false;
  /** Ends when subscribers have followed the last stored batch; null: they have. */
  #following: Promise<void> | null = null;
  #linger: NodeJS.Timeout | undefined;
  #stopping = new AbortController();
  readonly #resume = new Set<() => void>();
  #idle: (() => void) | undefined;

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  /** Rows not yet committed. */
  get rows(): number {
    return this.#rows;
  }

  /** Backpressure: true from a full queue until it is half empty. */
  get full(): boolean {
    return this.#full;
  }

  /** Calls `listener` whenever `full` turns false. Returns the unsubscribe function. */
  onResume(listener: () => void): () => void {
    this.#resume.add(listener);
    return () => this.#resume.delete(listener);
  }

  /** Queues the locations of one message; they share a transaction and a receipt. Accepts them even while `full`. */
  accept(reports: readonly LocationReported[], receipt: Receipt | null, clock: ReportClock = 'terminal'): void {
    let batch = this.#batches.at(-1);
    if (batch === undefined || (batch.reports.length > 0 && batch.reports.length + reports.length > BATCH_ROWS)) {
      batch = new Batch();
      this.#batches.push(batch);
    }
    for (const report of reports) {
      batch.reports.push(toStorable(clock === 'terminal' ? this.#options.correct(report) : report));
      batch.receipts.push(receipt);
    }
    this.#rows += reports.length;
    this.#accepted += reports.length;
    if (this.#rows >= QUEUE_ROWS) this.#full = true;
    if (!this.#writing) this.#schedule();
  }

  /** Flushes the queue. Resolves when it is empty and followed, or `limitMs` has passed, to the number of rows not stored. */
  async stop(limitMs: number): Promise<number> {
    const over = AbortSignal.timeout(limitMs);
    if (!this.#writing) this.#start();
    if (this.#rows > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#idle = resolve;
      over.addEventListener('abort', () => resolve());
      await promise;
    }
    clearTimeout(this.#linger);
    this.#stopping.abort();
    const lost = this.#rows;
    await this.#following;
    return lost;
  }

  #schedule(): void {
    const [first] = this.#batches;
    if (first === undefined) return;
    const waitMs = first.sinceAt + LINGER_MS - performance.now();
    if (first.reports.length >= BATCH_ROWS || this.#batches.length > 1 || this.#idle !== undefined || waitMs <= 0) {
      this.#start();
      return;
    }
    this.#linger ??= setTimeout(() => this.#start(), waitMs);
  }

  #start(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
    const batch = this.#batches.shift();
    if (batch === undefined) {
      this.#idle?.();
      return;
    }
    this.#writing = true;
    // never rejects
    void this.#write(batch);
  }

  async #write(batch: Batch): Promise<void> {
    const refused = new Set<number>();
    await this.#store(batch, 0, batch.reports.length, refused);
    const stored = !this.#stopping.signal.aborted;
    if (stored) {
      const { metrics } = this.#options;
      metrics.locations.inc(batch.reports.length - refused.size);
      metrics.batchRows.observe(batch.reports.length);
      metrics.commitSeconds.observe((performance.now() - batch.sinceAt) / 1000);
      this.#settle(batch, refused);
    }
    // no tick without a reason: a terminal's next message may count on the engine
    if (this.#following) await this.#following;
    this.#writing = false;
    this.#rows -= batch.reports.length;
    if (this.#full && this.#rows <= QUEUE_RESUME_ROWS) {
      this.#full = false;
      for (const listener of this.#resume) listener();
    }
    this.#schedule();
    if (stored)
      this.#following = this.#follow(batch, refused).then(() => {
        this.#following = null;
      });
    if (!this.#writing && this.#batches.length === 0) this.#idle?.();
  }

  /** Retries until the rows are stored or rejected. Splits a rejected batch in half to find the bad row. */
  async #store(batch: Batch, start: number, end: number, refused: Set<number>): Promise<void> {
    const { writer, log, metrics } = this.#options;
    // After a failed attempt the rows may be its own: the answer to a commit can be lost.
    let isFirst = true;
    for (let pause = RETRY_FIRST_MS; !this.#stopping.signal.aborted; pause = Math.min(pause * 2, MAX_RETRY_MS)) {
      try {
        const repeated = await writer.write(batch.reports, start, end);
        if (isFirst) for (const i of repeated) batch.repeated.add(i);
        return;
      } catch (error) {
        isFirst = false;
        const refusal = findRejectionCode(error);
        if (refusal === undefined) {
          metrics.retries.inc();
          log.warn({ err: error, rows: this.#rows, pauseMs: pause }, 'positions not stored, trying again');
          await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        } else if (end - start === 1) {
          metrics.refused.inc();
          log.error({ err: error, vehicleId: batch.reports[start]?.vehicleId }, 'the database refuses a position');
          refused.add(start);
          return;
        } else {
          const middle = (start + end) >> 1;
          await this.#store(batch, start, middle, refused);
          return this.#store(batch, middle, end, refused);
        }
      }
    }
  }

  /** Receipts first: terminals wait for their acknowledgement. */
  #settle({ receipts }: Batch, refused: ReadonlySet<number>): void {
    let failed = false;
    for (let i = 0; i < receipts.length; i++) {
      const receipt = receipts[i];
      if (refused.size > 0 && refused.has(i)) failed = true;
      if (receipt === receipts[i + 1] && receipt !== null) continue;
      try {
        if (failed) receipt?.refused();
        else receipt?.stored();
      } catch (error) {
        this.#fault(error);
      }
      failed = false;
    }
  }

  async #follow({ reports, repeated }: Batch, refused: ReadonlySet<number>): Promise<void> {
    let pauseAt = 0;
    let seen = this.#accepted;
    for (let i = 0; i < reports.length; i++) {
      if (i >= pauseAt && this.#writing) {
        // lets the next batch go on to the database
        await nextTurn();
        // a turn may accept thousands of rows: the engine keeps up with them
        pauseAt = i + Math.max(FOLLOW_ROWS, this.#accepted - seen);
        seen = this.#accepted;
      }
      if (refused.size > 0 && refused.has(i)) continue;
      if (repeated.size > 0 && repeated.has(i)) continue;
      try {
        this.#options.onStored(reports[i]!);
      } catch (error) {
        this.#fault(error);
      }
    }
  }

  /** A failing subscriber must not stop the commits. */
  #fault(error: unknown): void {
    this.#options.log.error({ err: error }, 'after the commit of a position');
  }
}
