import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Menu, type MenuSection } from './Menu.tsx';

/** A point of the window, CSS px. */
export type MenuPoint = { readonly x: number; readonly y: number };

/** Distance from the window's edges, px. */
const EDGE = 8;

/** A menu at a point of the window. Closing restores the focus unless the chosen action moved it. */
export function ContextMenu(props: { label: string; at: MenuPoint; sections: readonly MenuSection[]; onClose: () => void }) {
  const { label, at, sections, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement as HTMLElement | null);

  // Keeps it inside the window at any size
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(EDGE, Math.min(at.x, innerWidth - width - EDGE))}px`;
    element.style.top = `${Math.max(EDGE, Math.min(at.y, innerHeight - height - EDGE))}px`;
  }, [at]);

  useEffect(
    () => () => {
      if (document.activeElement === document.body) before?.focus({ preventScroll: true });
    },
    [before],
  );

  useEffect(() => {
    addEventListener('blur', onClose);
    addEventListener('resize', onClose);
    return () => {
      removeEventListener('blur', onClose);
      removeEventListener('resize', onClose);
    };
  }, [onClose]);

  return createPortal(
    <Menu ref={menu} label={label} sections={sections} place="point" focused onClose={onClose} />,
    document.body,
  );
}
