import { identityCalls } from 'virtual:calls/identity';
import type { CallReply } from '@fleetwarden/contract/call';
import type { identityCalls as table } from '@fleetwarden/contract/identity';
import { create } from 'zustand';
import { call } from './api/call.ts';

type LoginPage = CallReply<typeof table.loginPage>;
type Platform = LoginPage & { readonly loaded: boolean };

/** How the platform presents itself to this address: name, logo, and what its login asks for. */
export const usePlatform = create<Platform>(() => ({
  platName: '',
  logoUrl: '',
  footer: '',
  captcha: true,
  demo: null,
  loaded: false,
}));

/** Asks for it once; a failure leaves the defaults, with which the login page still works. */
export async function loadPlatform(): Promise<void> {
  if (usePlatform.getState().loaded) return;
  const page = await call(identityCalls.loginPage, {}, { quiet: true, anyPage: true }).catch(() => null);
  if (page) usePlatform.setState({ ...page, loaded: true });
}
