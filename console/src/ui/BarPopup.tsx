import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLeave } from '../hooks/use-leave.ts';
import styles from './BarPopup.module.css';
import iconButton from './IconButton.module.css';

/** A button of the bar with a panel below it. The panel takes the focus; Escape and a press elsewhere close it. */
export function BarPopup(props: {
  /** Name of the button. */
  label: string;
  /** Tooltip, and heading of the panel. */
  title: string;
  /** Name of the panel, if it differs. */
  panelLabel?: string;
  /** Content of the button. */
  face: ReactNode;
  open: boolean;
  onOpen: (open: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}) {
  const { label, title, panelLabel = title, face, open, onOpen, button, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useLeave(root, open, () => onOpen(false));
  useEffect(() => {
    if (open) panel.current?.focus();
  }, [open]);

  function close() {
    onOpen(false);
    button.current?.focus();
  }
  return (
    <div ref={root} className={styles['root']}>
      <button
        ref={button}
        type="button"
        className={`${iconButton['button']} ${styles['button']}`}
        aria-label={label}
        title={title}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpen(!open)}
      >
        {face}
      </button>
      {open && (
        <div
          ref={panel}
          className={styles['panel']}
          role="dialog"
          aria-label={panelLabel}
          tabIndex={-1}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        >
          <h2 className={styles['heading']}>{title}</h2>
          {children}
        </div>
      )}
    </div>
  );
}
