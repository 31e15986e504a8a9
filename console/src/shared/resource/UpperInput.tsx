import { Input } from 'antd';
import type { ComponentProps } from 'react';

/** A text input in capitals, except during input method composition. */
export function UpperInput({
  onChange,
  ...props
}: Omit<ComponentProps<typeof Input>, 'onChange'> & { onChange?: (text: string) => void }) {
  return (
    <Input
      {...props}
      onChange={({ target, nativeEvent }) =>
        onChange?.((nativeEvent as InputEvent).isComposing ? target.value : target.value.toUpperCase())
      }
      onCompositionEnd={({ currentTarget }) => onChange?.(currentTarget.value.toUpperCase())}
    />
  );
}
