import { Button, type ButtonProps, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import styles from './PopoverButton.module.css';

type Props = ButtonProps & {
  /** What the panel is called. */
  readonly label: string;
  /** What is in it; that may close it. */
  readonly draw: (close: () => void) => ReactNode;
};

/** A button below which a panel opens. */
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
