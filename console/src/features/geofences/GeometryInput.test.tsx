import { area } from '@fleetwarden/contract/geofences/area-resource';
import type { Route } from '@fleetwarden/domain/area-geometry';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { GeometryInput } from './GeometryInput.tsx';

const ROUTE: Route = {
  shape: 3,
  points: [
    [121, 31],
    [121.1, 31],
    [121.2, 31],
  ],
  segments: [{ width: 20 }, { width: 30 }],
};
let now: Route;

function Holder() {
  const [value, setValue] = useState<Route>(ROUTE);
  now = value;
  return <GeometryInput field={area.fields.geo} value={value} onChange={(next) => setValue(next as Route)} />;
}

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

describe('the geometry input of a form', () => {
  it('describes the size of a geometry, and prompts to draw one if it is empty', () => {
    render(<GeometryInput field={area.fields.geo} value={{ shape: 4, lng: 1, lat: 1, radius: 1_000 }} />);
    expect(screen.getByText('半径 1,000 米，3.142 平方公里')).toBeTruthy();
    cleanup();
    render(<GeometryInput field={area.fields.geo} value={null} />);
    expect(screen.getByText('请先在地图上绘制')).toBeTruthy();
  });

  it('has fields for each route segment, and can apply them to all segments', async () => {
    const user = userEvent.setup();
    render(<Holder />);
    expect(screen.getByText(/3 个点，19\.\d 公里/)).toBeTruthy();
    await user.type(screen.getByLabelText('限速（km/h）'), '60');
    await user.type(screen.getByLabelText('超速时间（秒）'), '10');
    await user.clear(screen.getByLabelText('路宽（米）'));
    await user.type(screen.getByLabelText('路宽（米）'), '25');
    expect(now.segments).toEqual([{ width: 25, maxSpeed: 60, overDuration: 10 }, { width: 30 }]);
    await user.click(screen.getByRole('button', { name: '应用到全部路段' }));
    expect(now.segments[1]).toEqual({ width: 25, maxSpeed: 60, overDuration: 10 });
    await user.clear(screen.getByLabelText('限速（km/h）'));
    expect(now.segments[0]).toEqual({ width: 25, overDuration: 10 });
  });
});
