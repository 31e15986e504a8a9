import { MEDIA_IMAGE } from '@fleetwarden/contract/media/media-kinds';
import type { VehicleMedia } from '@fleetwarden/contract/media/schemas';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { renderLive, storeOf } from '../../ui/testing.tsx';
import { MediaViewer } from './MediaViewer.tsx';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

const photo = (id: string): VehicleMedia => ({
  id,
  kind: MEDIA_IMAGE,
  event: 0,
  channel: 1,
  time: 0,
  x: null,
  y: null,
  sp: null,
  bytes: 1_000,
  name: `${id}.jpg`,
  url: `/media/${id}`,
  targId: '1',
  carNo: '京A1',
  color: 2,
  deptName: '华东',
});

function Gallery() {
  const [at, setAt] = useState(0);
  return <MediaViewer list={[photo('a'), photo('b')]} at={at} onMove={setAt} onClose={() => undefined} />;
}

it('zooms a photo with + - 0; the arrows move a zoomed photo, otherwise they step through the list', async () => {
  const user = userEvent.setup();
  renderLive(<Gallery />, storeOf([]));
  const shown = () => screen.getByAltText(/jpg$/);
  const transform = () => shown().parentElement!.style.transform;
  const press = async (keys: string) => {
    screen.getByRole('button', { name: '向右旋转' }).focus();
    await user.keyboard(keys);
    return [shown().getAttribute('alt'), transform()];
  };
  expect(await press('++')).toEqual(['a.jpg', 'translate(0%, 0%) scale(1.5625)']);
  expect(await press('{ArrowRight}{ArrowDown}')).toEqual(['a.jpg', 'translate(-10%, -10%) scale(1.5625)']);
  expect(await press('-')).toEqual(['a.jpg', expect.stringContaining('scale(1.25)')]);
  expect(await press('0')).toEqual(['a.jpg', '']);
  // the next picture is shown as a whole
  expect(await press('+')).toEqual(['a.jpg', 'translate(0%, 0%) scale(1.25)']);
  expect(await press('0{ArrowRight}')).toEqual(['b.jpg', '']);
});
