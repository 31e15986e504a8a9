import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/**
 * Opens a native dialog over everything while it is mounted: focus stays inside and goes back where it was, Escape asks to
 * close. A click beside it does nothing (specification 9).
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const cancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    dialog.addEventListener('cancel', cancel);
    dialog.showModal();
    return () => {
      dialog.removeEventListener('cancel', cancel);
      dialog.close();
    };
  }, []);
  return ref;
}
