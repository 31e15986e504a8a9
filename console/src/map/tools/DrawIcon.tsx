import type { DrawMode } from './tool.ts';

/** What each drawing mode draws, with its corners: on the 24 px grid with a stroke of 1.5 px. */
const SHAPES: Readonly<Record<DrawMode, { readonly path: string; readonly corners: readonly (readonly [number, number])[] }>> = {
  1: { path: 'M4.500 6.500h15v11h-15Z', corners: [] },
  2: { path: 'M5 9 12.500 4 20 10l-3.500 9h-9Z', corners: [] },
  3: {
    path: 'M5 18 9.500 8.500l5.500 6L19.500 5.500',
    corners: [
      [5, 18],
      [9.5, 8.5],
      [15, 14.5],
      [19.5, 5.5],
    ],
  },
  4: { path: 'M4.500 12a7.500 7.500 0 1 0 15 0a7.500 7.500 0 1 0-15 0Z', corners: [] },
};

/** The icon of a drawing mode, the same wherever one draws. */
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
        <circle key={x} cx={x} cy={y} r="1.500" fill="currentColor" />
      ))}
    </svg>
  );
}
