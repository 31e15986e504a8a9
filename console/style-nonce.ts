import type { Plugin } from 'vite';

const FILE = /@rc-component\/util\/es\/Dom\/dynamicCSS\.js$/;
const GIVEN = 'if (csp?.nonce) {';
const TAKEN = `const nonce = csp?.nonce ?? document.querySelector('meta[name="csp-nonce"]')?.content;\n  if (nonce) {`;

/**
 * antd's helpers measure the scroll bars of tables and lock the page under a drawer by style tags for which nobody hands them
 * the nonce: the content security policy refuses those. This lets them read it where ui/nonce.ts does. Throws once the library
 * is written in another way.
 */
export function styleNonce(): Plugin {
  return {
    name: 'style-nonce',
    apply: 'build',
    transform: {
      filter: { id: FILE },
      handler(code) {
        const changed = code.replace(GIVEN, TAKEN).replace('styleNode.nonce = csp?.nonce;', 'styleNode.nonce = nonce;');
        if (!changed.includes(TAKEN) || !changed.includes('styleNode.nonce = nonce;'))
          throw new Error('style-nonce: @rc-component/util makes its style tags in another way');
        return { code: changed, map: null };
      },
    },
  };
}
