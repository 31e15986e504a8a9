import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { drawForPaper } from '../../../ui/preferences.ts';

/**
 * Whether the page is rendered for printing. Light colours apply meanwhile. The update is synchronous, because the browser lays
 * out the page at once.
 */
export function usePaper(): boolean {
  const [paper, setPaper] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    let isPrinting = false;
    const turn = (on: boolean) =>
      flushSync(() => {
        setPaper(on);
        drawForPaper(on);
      });
    const print = (on: boolean) => {
      isPrinting = on;
      turn(on);
    };
    const [begin, end] = [() => print(true), () => print(false)];
    // an emulated medium that ended just before is announced during printing
    const change = () => turn(isPrinting || media.matches);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    // a browser may emulate print media without printing
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
