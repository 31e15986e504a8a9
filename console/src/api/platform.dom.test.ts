import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadLoginPage, loadPlatform, usePlatform } from '../api/platform.ts';
import { endSession, knowUser } from '../api/session.ts';
import { refuse, stubServer, userInfo } from '../ui/testing.tsx';

beforeEach(() => usePlatform.setState({ platName: '', logoUrl: '', footer: '', captcha: true, demo: null, settled: false }));
afterEach(endSession);

describe('the platform', () => {
  it('has the name and logo of the signed-in department', async () => {
    knowUser({ ...userInfo, deptId: '12' }, []);
    const server = stubServer({
      'dept/qryPlatInfoByDeptId': () => ({ platName: '华运监控', logoUrl: '12.png' }),
      'dept/getDeptLogoShowUrlPre': () => ({ urlPre: '/files/' }),
    });
    await loadPlatform();
    expect(server.of('dept/qryPlatInfoByDeptId')[0]?.data).toEqual({ deptId: '12' });
    expect(usePlatform.getState()).toMatchObject({ platName: '华运监控', logoUrl: '/files/12.png' });
  });

  it('requests no prefix if there is no logo', async () => {
    const server = stubServer({ 'dept/qryPlatInfoByDeptId': () => ({ platName: '', logoUrl: '' }) });
    await loadPlatform();
    expect(server.requests.map(({ path }) => path)).toEqual(['dept/qryPlatInfoByDeptId']);
    expect(usePlatform.getState().logoUrl).toBe('');
  });

  it('shows the product’s own logo if the prefix cannot be loaded', async () => {
    stubServer({
      'dept/qryPlatInfoByDeptId': () => ({ platName: 'x', logoUrl: '12.png' }),
      'dept/getDeptLogoShowUrlPre': () => refuse('5000', 'x'),
    });
    await loadPlatform();
    expect(usePlatform.getState()).toMatchObject({ platName: 'x', logoUrl: '' });
  });

  it('does not change when the server does not answer', async () => {
    usePlatform.setState({ platName: '华运监控' });
    stubServer({});
    await loadPlatform();
    await loadLoginPage('4');
    expect(usePlatform.getState()).toMatchObject({ platName: '华运监控', captcha: true, settled: true });
  });
});
