import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { FileButton } from './FileButton.tsx';

afterEach(cleanup);

it('opens the file dialog, and accepts the same file again', async () => {
  const onFile = vi.fn();
  render(<FileButton label="选择文件" accept=".kml" onFile={onFile} />);
  const input = screen.getByLabelText<HTMLInputElement>('选择文件', { selector: 'input' });
  const opened = vi.spyOn(input, 'click').mockReturnValue();
  await userEvent.click(screen.getByRole('button', { name: '选择文件' }));
  expect(opened).toHaveBeenCalledTimes(1);
  const file = new File(['<kml/>'], 'areas.kml');
  for (let round = 0; round < 2; round++) {
    await userEvent.upload(input, file);
    expect(input.value).toBe('');
  }
  expect(onFile.mock.calls).toEqual([[file], [file]]);
  // the dialog was left without a choice
  fireEvent.change(input, { target: { files: [] } });
  expect(onFile).toHaveBeenCalledTimes(2);
});
