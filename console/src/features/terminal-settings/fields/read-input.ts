/** antd's text inputs pass an event, other controls their value. */
export function readInput(next: unknown): unknown {
  const target = typeof next === 'object' ? (next as { target?: { value?: unknown } } | null)?.target : undefined;
  return target ? target.value : next;
}
