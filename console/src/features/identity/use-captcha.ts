import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';

/** `image` is a data: URL; null while loading or after `failed`. */
export type Captcha = { readonly id: string; readonly image: string | null; readonly failed: boolean };

const NONE: Captcha = { id: '', image: null, failed: false };

/** The current captcha, and a function to load another one. The latest request wins. */
export function useCaptcha(required: boolean): [Captcha, refresh: () => void] {
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
    if (required) refresh();
  }, [required, refresh]);

  return [captcha, refresh];
}
