import { useTranslation } from 'react-i18next';
import controls from '../../ui/theme/controls.module.css';
import type { FieldProps } from './Field.tsx';
import styles from './SignIn.module.css';
import type { Captcha } from './use-captcha.ts';

/** The captcha input and its image; a click on the image loads another one. */
export function CaptchaField(
  props: FieldProps & { captcha: Captcha; value: string; onChange: (value: string) => void; onRefresh: () => void },
) {
  const { captcha, value, onChange, onRefresh, ...field } = props;
  const { t } = useTranslation();
  return (
    <div className={styles['captcha']}>
      <input
        {...field}
        className={controls['input']}
        name="captcha"
        maxLength={6}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <button type="button" aria-label={t('login.captchaRefresh')} title={t('login.captchaRefresh')} onClick={onRefresh}>
        {captcha.image && <img src={captcha.image} alt="" />}
        {captcha.image && (
          <svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
            <path d="M19 12a7 7 0 1 1-2.2-5.1M19.500 3.500v4h-4" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        )}
        {captcha.failed && <span>{t('login.captchaFailed')}</span>}
      </button>
    </div>
  );
}
