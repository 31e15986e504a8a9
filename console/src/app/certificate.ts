import { identityCalls } from '@fleetwarden/contract/identity/routes';
import i18next from 'i18next';
import { call } from '../api/call.ts';
import { notify } from '../api/feedback.ts';

const isWeb = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/**
 * Opens the network-access certificate (20601) in a new tab. The tab is opened within the click, or the browser would take it
 * for a pop-up; it gets its address when the server has signed it, and is closed again where there is none.
 */
export async function openCertificate(): Promise<void> {
  const tab = window.open('', '_blank');
  // Whatever is opened there gets no hold of the console
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
    // The client has shown why
    tab?.close();
  }
}
