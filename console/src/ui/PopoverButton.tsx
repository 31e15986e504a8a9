import { Button, type ButtonProps, Popover } from 'antd';
import { type ReactNode, useState } from 'react';

/** A button below which what `draw` gives opens; that may close it. */
export function PopoverButton({ children, draw, ...button }: ButtonProps & { draw: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={draw(() => setOpen(false))}
    >
      <Button {...button} aria-haspopup="dialog" aria-expanded={open}>
        {children}
      </Button>
    </Popover>
  );
}
