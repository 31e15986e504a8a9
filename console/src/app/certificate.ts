import { identityCalls } from '@fleetwarden/contract/identity/routes';
import i18next from 'i18next';
import { call } from '../api/call.ts';
import { notify } from '../api/feedback.ts';

const isWeb = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/**
 * Opens the network-access certificate (20601) in a new tab. The tab opens within the click, because browsers block later ones.
 * It gets its URL when the server has signed it, and closes on failure.
 */
export async function openCertificate(): Promise<void> {
  const tab = window.open('', '_blank');
  // No opener: the tab cannot access the console
  if (tab) tab.opener = null;
  try {
    const { url } = await call(identityCalls.getCertificateUrl, {});
    if (!isWeb(url)) {
      tab?.close();
      return notify('warning', i18next.t('bar.certificateFailed'));
    }
    if (tab) tab.location.replace(url);
    else window.open(url, '_blank', 'noopener,noreferrer');
  } catch {
    // The client has shown the error
    tab?.close();
  }
}
