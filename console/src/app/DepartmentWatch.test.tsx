import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { createCommonMessages } from '../live/common-messages.ts';
import { VehicleStore } from '../live/vehicle-store.ts';
import { useDepartments } from '../shared/departments.ts';
import { renderLive, stubServer } from '../ui/testing.tsx';
import { DepartmentWatch } from './DepartmentWatch.tsx';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

function Names() {
  const { departments } = useDepartments();
  return <p>{departments.map(({ deptName }) => deptName).join()}</p>;
}

it('reloads the departments when the server reports a change', async () => {
  let list: readonly object[] = [{ deptId: '1', deptName: '演示集团', parentId: null }];
  const server = stubServer({ 'mainPage/getDeptTree': () => ({ list }) });
  const common = createCommonMessages();
  renderLive(
    <>
      <DepartmentWatch />
      <Names />
    </>,
    new VehicleStore(),
    common,
  );
  await screen.findByText('演示集团');
  list = [...list, { deptId: '2', deptName: '一车队', parentId: '1' }];
  act(() => common.publish({ type: 'deptChanged', data: {} }));
  await waitFor(() => expect(screen.getByText('演示集团,一车队')).toBeDefined());
  expect(server.of('mainPage/getDeptTree').length).toBeGreaterThan(1);
});
