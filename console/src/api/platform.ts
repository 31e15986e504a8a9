import type { CallReply } from '@fleetwarden/contract/call';
import type { identityCalls as table } from '@fleetwarden/contract/identity/routes';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { create } from 'zustand';
import { call } from './call.ts';
import { useSession } from './session.ts';

type LoginPage = CallReply<typeof table.loginPage>;
/** `settled`: the login settings are known, or failed to load; then a captcha is used. */
type Platform = LoginPage & { readonly settled: boolean };

/** Belongs to no page and fails silently. */
const ANY_PAGE = { quiet: true, anyPage: true } as const;

/** The platform's name, logo (URL) and login settings for this address. */
export const usePlatform = create<Platform>(() => ({
  platName: '',
  logoUrl: '',
  footer: '',
  captcha: true,
  demo: null,
  settled: false,
}));

/** Loads the login page's settings, optionally of a department. Failures leave working defaults. */
export async function loadLoginPage(clientType: '4' | '7', deptId?: string): Promise<void> {
  const wanted = { clientType, ...(deptId === undefined ? {} : { deptId }) };
  const page = await call(identityCalls.loginPage, wanted, ANY_PAGE).catch(() => null);
  usePlatform.setState({ ...(page && { ...page, logoUrl: await shownAt(page.logoUrl) }), settled: true });
}

/** Asks again whether a captcha is required: failures make the server ask for one. `required`: it just did. */
export async function reloadCaptcha(required: boolean): Promise<void> {
  const page = required ? null : await call(identityCalls.loginPage, {}, ANY_PAGE).catch(() => null);
  usePlatform.setState(({ captcha }) => ({ captcha: captcha || required || page?.captcha === true }));
}

/** Loads name and logo of the user's department or its nearest ancestor; on failure the current ones stay. */
export async function loadPlatform(): Promise<void> {
  const deptId = useSession.getState().userInfo?.deptId;
  const brand = await call(settingsCalls.qryPlatInfoByDeptId, deptId ? { deptId } : {}, ANY_PAGE).catch(() => null);
  if (brand) usePlatform.setState({ platName: brand.platName, logoUrl: await shownAt(brand.logoUrl) });
}

/** The URL of a logo; '' (the product's own) if there is none or its prefix is unavailable. */
async function shownAt(logoUrl: string): Promise<string> {
  if (logoUrl === '') return '';
  const prefix = await call(settingsCalls.getDeptLogoShowUrlPre, {}, ANY_PAGE).catch(() => null);
  return prefix ? prefix.urlPre + logoUrl : '';
}
