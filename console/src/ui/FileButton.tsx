import { Button, type ButtonProps } from 'antd';
import { useRef } from 'react';

/** A button that asks for a file. The same file may be chosen again after it was corrected. */
export function FileButton({
  label,
  accept,
  onFile,
  ...look
}: {
  label: string;
  /** As of an input: `.geojson,.kml`; absent: every file. */
  accept?: string;
  onFile: (file: File) => void;
} & Pick<ButtonProps, 'type' | 'loading'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...look} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
