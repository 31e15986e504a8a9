import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { environment, exitCode, run } from './children.ts';

const CHILDREN = new URL('children.ts', import.meta.url).href;

describe('child processes of a script', () => {
  it('return their exit code, or the signal that ended them as a shell exit code', async () => {
    expect(await run(process.execPath, ['-e', 'process.exit(7)'])).toBe(7);
    expect(await run(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")'])).toBe(137);
    await expect(run('no-such-program', [])).rejects.toThrow('spawn no-such-program');
  });

  it('have the programs of the workspace in their PATH', () => {
    expect(environment()['PATH']).toMatch(/node_modules[/\\]\.bin/);
    expect(environment({ NO_COLOR: '1' })['NO_COLOR']).toBe('1');
  });

  it('receive the signals of the script, which exits with their exit code', async () => {
    const inner = `process.on('SIGTERM', () => process.exit(3)); setInterval(() => {}, 1000); console.log('ready')`;
    const outer = `import { run } from ${JSON.stringify(CHILDREN)};
      process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(inner)}]);`;
    const script = spawn(process.execPath, ['--input-type=module-typescript', '-e', outer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const end = exitCode(script);
    for await (const line of createInterface({ input: script.stdout })) if (line === 'ready') script.kill('SIGTERM');
    expect(await end).toBe(3);
  });
});
