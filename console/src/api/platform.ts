import type { CallReply } from '@fleetwarden/contract/call';
import type { identityCalls as table } from '@fleetwarden/contract/identity/routes';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { create } from 'zustand';
import { call } from './call.ts';
import { useSession } from './session.ts';

type LoginPage = CallReply<typeof table.loginPage>;
/** `settled`: it is known what the login asks for, or not to be learnt; then it is a captcha. */
type Platform = LoginPage & { readonly settled: boolean };

/** It is for whatever page is shown by then, and nobody need hear that it failed. */
const ANY_PAGE = { quiet: true, anyPage: true } as const;

/** How the platform presents itself to this address: name, logo (an address to show), and what its login asks for. */
export const usePlatform = create<Platform>(() => ({
  platName: '',
  logoUrl: '',
  footer: '',
  captcha: true,
  demo: null,
  settled: false,
}));

/** What the login page shows, in the name of a department where one is given. A failure leaves defaults with which it still works. */
export async function loadLoginPage(clientType: '4' | '7', deptId?: string): Promise<void> {
  const wanted = { clientType, ...(deptId === undefined ? {} : { deptId }) };
  const page = await call(identityCalls.loginPage, wanted, ANY_PAGE).catch(() => null);
  usePlatform.setState({ ...(page && { ...page, logoUrl: await shownAt(page.logoUrl) }), settled: true });
}

/** Name and logo of the signed-in user's department, its own or the nearest above it; a failure leaves what is shown. */
export async function loadPlatform(): Promise<void> {
  const deptId = useSession.getState().userInfo?.deptId;
  const brand = await call(settingsCalls.qryPlatInfoByDeptId, deptId ? { deptId } : {}, ANY_PAGE).catch(() => null);
  if (brand) usePlatform.setState({ platName: brand.platName, logoUrl: await shownAt(brand.logoUrl) });
}

/** The address of a logo; '' (the product's own) where there is none or its prefix is not to be had. */
async function shownAt(logoUrl: string): Promise<string> {
  if (logoUrl === '') return '';
  const prefix = await call(settingsCalls.getDeptLogoShowUrlPre, {}, ANY_PAGE).catch(() => null);
  return prefix ? prefix.urlPre + logoUrl : '';
}
