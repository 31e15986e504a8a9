import { useSize } from '../../hooks/use-size.ts';

let last = 0;

/**
 * Width of a search form, px; 0 if nothing has a layout. Before its own layout it is that of the form shown last: pages have the same
 * width, so no field appears and vanishes again.
 */
export function useFormWidth(): [ReturnType<typeof useSize>[0], number] {
  const [area, { width }] = useSize();
  if (width > 0) last = width;
  return [area, width || last];
}
