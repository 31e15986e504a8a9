import { useCallback, useState } from 'react';
import { PAGE_SIZES, type PageSize } from '../../ui/table/use-table-url.ts';
import { sizes } from '../../ui/theme/theme.ts';

/** The pager below the rows with its gap, px. */
const PAGER = 40;
/** Heading and totals. */
const FRAME_ROWS = 2;

/** The page size whose rows fill a height in px. */
export function findFittingSize(height: number): PageSize {
  const rows = Math.floor((height - PAGER) / sizes.row) - FRAME_ROWS;
  return PAGE_SIZES.find((size) => size >= rows) ?? PAGE_SIZES[3];
}

/** The first height of an element, px; null before layout. Later ones would turn the page under the reader. */
export function useFirstHeight(): [(element: HTMLElement | null) => void, number | null] {
  const [height, setHeight] = useState<number | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element) setHeight((first) => first ?? element.clientHeight);
  }, []);
  return [ref, height];
}
