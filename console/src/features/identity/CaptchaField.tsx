import { useTranslation } from 'react-i18next';
import controls from '../../ui/controls.module.css';
import type { FieldProps } from './Field.tsx';
import styles from './LoginForm.module.css';
import type { Captcha } from './use-captcha.ts';

/** The captcha's answer beside its picture; a click on the picture brings another one. */
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
      <button type="button" aria-label={t('identity.captchaRefresh')} title={t('identity.captchaRefresh')} onClick={onRefresh}>
        {captcha.image && <img src={captcha.image} alt="" />}
        {captcha.failed && <span>{t('identity.captchaFailed')}</span>}
      </button>
    </div>
  );
}
