import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '../../ui/theme/controls.module.css';
import type { FieldProps } from './Field.tsx';
import styles from './SignIn.module.css';

/** A password input with a visibility toggle. `onKey` receives each key, for the caps-lock hint. */
export function PasswordField(
  props: FieldProps & {
    value: string;
    onChange: (value: string) => void;
    onKey: (event: KeyboardEvent) => void;
    onLeave: () => void;
  },
) {
  const { value, onChange, onKey, onLeave, ...field } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const label = t(shown ? 'login.hidePassword' : 'login.showPassword');
  return (
    <div className={styles['password']}>
      <input
        {...field}
        className={controls['input']}
        type={shown ? 'text' : 'password'}
        name="password"
        maxLength={64}
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKey}
        onKeyUp={onKey}
        onBlur={onLeave}
      />
      <button type="button" aria-label={label} title={label} onClick={() => setShown(!shown)}>
        <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
          <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" strokeLinejoin="round" />
          <circle cx="12" cy="12" r="3" />
          {!shown && <path d="M4 20 20 4" strokeLinecap="round" />}
        </svg>
      </button>
    </div>
  );
}
