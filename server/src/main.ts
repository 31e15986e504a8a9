/** Process entry: environment, server, signals. The rest is in server.ts. */
import { readConfig, requireNode } from './config.ts';
import { historyLine } from './history-line.ts';
import { createLog } from './platform/observe/log.ts';
import { StartError } from './platform/start-error.ts';
import { type RunningServer, startServer } from './server.ts';

/** Time limit for a stop after SIGTERM. */
const STOP_LIMIT_MS = 10_000;

/** Start message for the operator. */
function welcome({ url, gatewayPort, demo, firstAccount }: RunningServer): string {
  const lines = [`Fleetwarden 车队卫士  ${url}`, `JT/T 808 terminals: TCP and UDP port ${gatewayPort}`];
  if (demo) lines.push('Demo: the account is shown on the login page');
  if (firstAccount?.password !== undefined && !demo)
    lines.push(`First account: ${firstAccount.account}, password ${firstAccount.password} (shown this once)`);
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`;
}

/** Progress on one line of a terminal; otherwise it goes to the log. */
function showHistory(share: number, positions: number): void {
  if (!process.stdout.isTTY) return;
  process.stdout.write(historyLine(share, positions));
}

async function main(): Promise<void> {
  requireNode();
  const config = readConfig();
  const log = createLog(config.logLevel);
  const server = await startServer(config, log, showHistory);
  process.stdout.write(welcome(server));
  let stopping = false;
  const end = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({ step: server.stoppingStep() }, 'did not stop in time');
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    server.stop().then(
      () => process.exit(0),
      (err) => {
        log.error({ err }, 'stopped with an error');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

main().catch((error: unknown) => {
  // An error that the operator can fix is one line; other errors keep their stack.
  process.stderr.write(`${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
