import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';

/** `image` is a data: URL; null while it loads, or after `failed`. */
export type Captcha = { readonly id: string; readonly image: string | null; readonly failed: boolean };

const NONE: Captcha = { id: '', image: null, failed: false };

/** The captcha in force and a way to another one. Of several requests under way the last asked for wins. */
export function useCaptcha(asked: boolean): [Captcha, refresh: () => void] {
  const [captcha, setCaptcha] = useState(NONE);
  const latest = useRef(0);

  const refresh = useCallback(() => {
    const turn = ++latest.current;
    const show = (next: Captcha) => turn === latest.current && setCaptcha(next);
    setCaptcha(NONE);
    call(identityCalls.captchaImage, { t: String(Date.now()) }, { quiet: true }).then(
      ({ captchaId, image }) => show({ id: captchaId, image, failed: false }),
      () => show({ ...NONE, failed: true }),
    );
  }, []);

  useEffect(() => {
    if (asked) refresh();
  }, [asked, refresh]);

  return [captcha, refresh];
}
