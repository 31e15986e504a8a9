/**
 * Bytes of memory of the server process for one idle, authenticated terminal, at 10,000 or more of them.
 * Run: `node bench/connections.ts [terminals]`.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { runIdle } from './gateway/idle.ts';
import { runServer, type ServerFigures } from './gateway/server.ts';
import { limitTerminals, withServer } from './gateway/with-server.ts';
import { tellMachine } from './platform/machine.ts';

const GIB = 2 ** 30;
const GOAL = { terminals: 100_000, bytes: 3 * GIB };
const SETTLE_MS = 3_000;

const [role, ...rest] = process.argv.slice(2);
if (role === 'server') await runServer(rest[0]!, Number(rest[1]));
else if (role === 'idle') await runIdle(Number(rest[0]), Number(rest[1]));
else await main(limitTerminals(Number(role ?? 10_000)));

async function main(terminals: number): Promise<void> {
  tellMachine('connections');
  await withServer(
    import.meta.filename,
    terminals,
    async ({ server, port, start }) => {
      const before = await figures(server);
      const idle = start('idle', String(port), String(terminals));
      const begin = performance.now();
      await once(idle, 'message');
      const seconds = (performance.now() - begin) / 1000;
      await sleep(SETTLE_MS);
      const after = await figures(server);
      const each = (after.rss - before.rss) / after.online;
      const whole = (before.rss + each * GOAL.terminals) / GIB;
      console.log(
        `${after.online.toLocaleString('en')} idle authenticated terminals on ${after.connections.toLocaleString('en')} connections:`,
      );
      console.log(
        `  memory of the server process  ${mib(before.rss)} -> ${mib(after.rss)} MiB, ${Math.round(each).toLocaleString('en')} bytes a terminal`,
      );
      console.log(`  connected and authenticated   in ${seconds.toFixed(1)} s`);
      console.log(
        `  at 100,000 that is            ${whole.toFixed(2)} GiB (goal: at most 3): ${whole <= GOAL.bytes / GIB ? 'reached' : 'MISSED'}`,
      );
      if (after.online < terminals) process.exitCode = 1;
      idle.send('end');
      await once(idle, 'exit');
    },
    ['--expose-gc'],
  );
}

async function figures(server: ChildProcess): Promise<ServerFigures> {
  server.send('figures');
  const [message] = (await once(server, 'message')) as [ServerFigures];
  return message;
}

function mib(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
