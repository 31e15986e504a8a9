import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { drawForPaper } from '../../../ui/preferences.ts';

/**
 * Whether the page is laid out for paper now. Whoever asks has it drawn in light colours as long: at once, as the browser lays it out
 * in the same moment.
 */
export function usePaper(): boolean {
  const [paper, setPaper] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    const turn = (on: boolean) =>
      flushSync(() => {
        setPaper(on);
        drawForPaper(on);
      });
    const [begin, end, change] = [() => turn(true), () => turn(false), () => turn(media.matches)];
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    // a browser may show a page as on paper without printing it
    media.addEventListener('change', change);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      media.removeEventListener('change', change);
      drawForPaper(false);
    };
  }, []);
  return paper;
}
