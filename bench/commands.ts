/**
 * A text to all terminals as a batch: until all are sent, until all results are known, and what it costs locations that arrive meanwhile.
 * Then single texts: from the send to the stored answer. Terminals, server and PostgreSQL share the machine.
 * Run: `node bench/commands.ts [terminals] [locations a second]`.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type AnsweringOptions, type AnsweringSecond, runAnswering } from './gateway/answering.ts';
import { addBatches, type BatchDone, type BatchStarted, type Singles } from './gateway/batch-server.ts';
import { runServer } from './gateway/server.ts';
import { limitTerminals, withServer } from './gateway/with-server.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { shareOf } from './platform/times.ts';

const GOAL = { sentS: 20, answerP95Ms: 300, locationsPercent: 10 } as const;
const CALM_S = 10;
const SINGLES = 300;
const P95 = 0.95;

const [role, ...rest] = process.argv.slice(2);
if (role === 'server') await runServer(rest[0]!, Number(rest[1]), addBatches);
else if (role === 'terminals') await runAnswering(JSON.parse(rest[0]!) as AnsweringOptions);
else await main(limitTerminals(Number(role ?? 10_000)), Number(rest[0] ?? 500));

async function main(terminals: number, locationsPerSecond: number): Promise<void> {
  tellMachine('commands');
  await withServer(import.meta.filename, terminals, async ({ server, port, start }) => {
    const fleet = start('terminals', JSON.stringify({ port, terminals, locationsPerSecond } satisfies AnsweringOptions));
    await once(fleet, 'message');
    await measure(server, fleet, terminals);
    fleet.send('end');
    await once(fleet, 'exit');
  });
}

async function measure(server: ChildProcess, fleet: ChildProcess, terminals: number): Promise<void> {
  let last: AnsweringSecond | undefined;
  let answeredMs: number[] = [];
  fleet.on('message', (second: AnsweringSecond) => {
    last = second;
    answeredMs.push(...second.answeredMs);
  });
  const takeP95 = () => {
    const sorted = answeredMs.sort((a, b) => a - b);
    answeredMs = [];
    return shareOf(sorted, P95);
  };
  const waitCalm = async () => {
    for (let i = 0; i < CALM_S; i++) await once(fleet, 'message');
  };
  await waitCalm();
  const before = takeP95();

  const started = next<BatchStarted>(server, 'started');
  const done = next<BatchDone>(server, 'done');
  server.send('batch');
  const { at } = await started;
  const { at: doneAt, succeeded } = await done;
  await once(fleet, 'message');
  const busy = takeP95();
  await waitCalm();
  const after = takeP95();
  const calm = (before + after) / 2;
  const { texts, repeated, lastTextAt } = last!;
  console.log(`a text to ${terminals} online terminals: ${texts} received, ${repeated} twice, ${succeeded} succeeded`);
  if (texts !== terminals || repeated > 0 || succeeded !== terminals) process.exitCode = 1;
  tellGoal('  all sent', (lastTextAt - at) / SECOND_MS, GOAL.sentS, 's');
  console.log(`  all results known: ${((doneAt - at) / SECOND_MS).toFixed(1)} s`);
  console.log(
    `  locations answered, p95: ${before.toFixed(1)} ms before, ${busy.toFixed(1)} ms meanwhile, ${after.toFixed(1)} ms afterwards`,
  );
  tellGoal('  locations slower by', Math.max(0, (busy / calm - 1) * 100), GOAL.locationsPercent, '%');

  const singles = next<Singles>(server, 'singles');
  server.send(`singles ${SINGLES}`);
  const sorted = (await singles).answeredMs.toSorted((a, b) => a - b);
  tellGoal('from a command to its stored answer, p95', shareOf(sorted, P95), GOAL.answerP95Ms, 'ms');
}

/** The next message of a kind. */
function next<M extends { readonly kind: string }>(child: ChildProcess, kind: M['kind']): Promise<M> {
  return new Promise((resolve) => {
    const hear = (message: M) => {
      if (message.kind !== kind) return;
      child.off('message', hear);
      resolve(message);
    };
    child.on('message', hear);
  });
}
