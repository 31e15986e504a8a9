import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { setUnitSystem } from '../api/units.ts';
import { MeasureTools } from './MeasureTools.tsx';
import type { Shape } from './overlays/shapes.ts';
import type { MeasuredPath } from './tools/measuring.ts';
import type { VehicleMap } from './vehicle-map.ts';

afterEach(() => {
  cleanup();
  setUnitSystem('metric');
});

it('redraws measurements after a change of units, and removes them when they are cleared', async () => {
  await startTexts('en');
  const shown = new Set<Shape>();
  let finish: (path: MeasuredPath | null) => void = () => {};
  const map = {
    tools: {
      view: {},
      stop: () => {},
      use: (_tool: unknown, done: typeof finish) => {
        finish = done;
      },
    },
    overlays: {
      add: (shape: Shape) => {
        shown.add(shape);
        return { remove: () => shown.delete(shape) };
      },
    },
  } as unknown as VehicleMap;
  const labels = () => [...shown].flatMap((shape) => (shape.kind === 'label' ? [shape.text] : []));
  render(<MeasureTools map={map} colour="#1F5FD6" />);
  await userEvent.click(screen.getByRole('button', { name: 'Measure distance' }));
  await screen.findByRole('button', { name: 'Measure distance', pressed: true });
  act(() =>
    finish({
      kind: 'distance',
      points: [
        [113, 23],
        [113, 23.01],
      ],
      metres: 1_112,
    }),
  );
  await waitFor(() => expect(labels().at(-1)).toMatch(/km$/));
  act(() => setUnitSystem('imperial'));
  await waitFor(() => expect(labels().at(-1)).toMatch(/(ft|mi)$/));
  expect(shown.size).toBe(3);
  await userEvent.click(screen.getByRole('button', { name: 'Clear measurements' }));
  expect(shown.size).toBe(0);
});
