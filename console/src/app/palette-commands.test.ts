import { afterEach, describe, expect, it, vi } from 'vitest';
import { registerCommands, runCommand, useCommands } from './palette-commands.ts';

afterEach(() => useCommands.setState({ commands: new Map() }));

const command = (id: string, run = () => {}) => ({ id, title: () => id, run });

describe('commands', () => {
  it('run while they are registered', () => {
    const run = vi.fn();
    const withdraw = registerCommands([command('a', run)]);
    expect(runCommand('a')).toBe(true);
    withdraw();
    expect(runCommand('a')).toBe(false);
    expect(run).toHaveBeenCalledOnce();
  });

  it('belong to the latest registration, and stay when an earlier one is withdrawn', () => {
    const earlier = vi.fn();
    const later = vi.fn();
    const withdraw = registerCommands([command('a', earlier)]);
    registerCommands([command('a', later)]);
    withdraw();
    runCommand('a');
    expect(later).toHaveBeenCalledOnce();
    expect(earlier).not.toHaveBeenCalled();
  });
});
