import { describe, expect, it } from 'vitest';
import { divideFiles, readFileLimit } from './file-limit.ts';

const LIMITS = {
  gateway: { connections: 120_000, connectionsPerAddress: 30_000 },
  http: { connections: 20_000, connectionsPerAddress: 5_000 },
};

describe('the open file limit', () => {
  it('can be read', () => {
    expect(readFileLimit()).toBeGreaterThan(100);
  });

  it.each([256, 1_024, 20_000, 65_536, 1_048_576])('of %i leaves a reserve in addition to all connections', (files) => {
    const { gateway, http } = divideFiles(files, LIMITS);
    expect(files - gateway.connections - http.connections).toBeGreaterThanOrEqual(Math.min(200, files - 2));
    expect(gateway.connectionsPerAddress).toBeLessThanOrEqual(gateway.connections);
    expect(http.connectionsPerAddress).toBeLessThanOrEqual(http.connections);
  });

  it('gives no more connections than needed if it is large', () => {
    expect(divideFiles(Number.MAX_SAFE_INTEGER, LIMITS)).toEqual(LIMITS);
  });
});
