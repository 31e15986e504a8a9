import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { connectLive } from '../live/connection.ts';
import { LiveProvider } from './LiveProvider.tsx';

// Sockets are the browser's edge
vi.mock('../live/connection.ts', () => ({ connectLive: vi.fn(() => ({ setView: () => {}, close: () => {} })) }));

afterEach(() => {
  cleanup();
  vi.mocked(connectLive).mockClear();
});

it.each([
  [true, 1],
  [false, 0],
])('with sockets %s opens %i connection', (sockets, connections) => {
  render(
    <LiveProvider prefix="abc" sockets={sockets}>
      {null}
    </LiveProvider>,
  );
  expect(connectLive).toHaveBeenCalledTimes(connections);
});
