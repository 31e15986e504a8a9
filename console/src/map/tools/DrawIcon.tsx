import type { DrawMode } from './tool.ts';

/** Icon paths and corner points of the drawing modes, on the 24 px grid with a stroke of 1.5 px. */
const SHAPES: Readonly<Record<DrawMode, { readonly path: string; readonly corners: readonly (readonly [number, number])[] }>> = {
  1: { path: 'M4.5 6.5h15v11h-15Z', corners: [] },
  2: { path: 'M5 9 12.5 4 20 10l-3.5 9h-9Z', corners: [] },
  3: {
    path: 'M5 18L9.5 8.5L15 14.5L19.5 5.5',
    corners: [
      [5, 18],
      [9.5, 8.5],
      [15, 14.5],
      [19.5, 5.5],
    ],
  },
  4: { path: 'M4.5 12a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0Z', corners: [] },
};

/** The icon of a drawing mode. */
export function DrawIcon({ mode }: { mode: DrawMode }) {
  const { path, corners } = SHAPES[mode];
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
      {corners.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="1.5" fill="currentColor" />
      ))}
    </svg>
  );
}
