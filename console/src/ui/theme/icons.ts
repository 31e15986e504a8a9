import { updateCSS } from '@ant-design/icons/es/cssUtils';
import { iconStyles } from '@ant-design/icons/es/utils';
import { csp } from './nonce.ts';

// An icon searches all style tags for this one each time it mounts.
updateCSS(iconStyles, '@ant-design-icons', { prepend: true, csp });

/** Context of antd's icons: their style is there, inserted once. */
export const icons = { csp, zeroRuntime: true };
