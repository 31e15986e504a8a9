import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { renderLive, storeOf } from '../../ui/testing.tsx';
import { POLL_MS } from './results/use-sent.ts';
import { useConfirmSend } from './use-confirm-send.tsx';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

function Sender({ count }: { readonly count: number }) {
  const [ask, dialog] = useConfirmSend();
  const [sent, setSent] = useState(0);
  const send = async () => {
    if (await ask({ command: '点名', danger: 'none', vehicles: [], count })) setSent(count);
  };
  return (
    <>
      <button type="button" onClick={() => void send()}>
        send
      </button>
      <output>{sent}</output>
      {dialog}
    </>
  );
}

/** Screen catalogue 8.1. */
it('a command to more than 200 vehicles is sent after a confirmation that shows their number', async () => {
  const user = userEvent.setup();
  const open = (count: number) => renderLive(<Sender count={count} />, storeOf([]), createCommonMessages());
  open(200);
  await user.click(screen.getByText('send'));
  expect((await screen.findByRole('status')).textContent).toBe('200');
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  open(201);
  await user.click(screen.getByText('send'));
  await user.click(await screen.findByRole('button', { name: '下发到 201 辆车' }));
  expect((await screen.findByText('201')).textContent).toBe('201');
});

/** Screen catalogue 0.5: without the live socket. */
it('the state of sent commands is polled every 3 s', () => expect(POLL_MS).toBe(3_000));
