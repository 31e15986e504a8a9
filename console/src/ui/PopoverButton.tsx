import { Button, type ButtonProps, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import styles from './PopoverButton.module.css';

type Props = ButtonProps & {
  /** Name of the panel. */
  readonly label: string;
  /** Content; it can close the panel. */
  readonly draw: (close: () => void) => ReactNode;
};

/** A button that opens a panel below it. */
export function PopoverButton({ children, label, draw, ...button }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <div className={styles['panel']} role="dialog" aria-label={label}>
          {draw(() => setOpen(false))}
        </div>
      }
    >
      <Button {...button} aria-haspopup="dialog" aria-expanded={open}>
        {children}
      </Button>
    </Popover>
  );
}
