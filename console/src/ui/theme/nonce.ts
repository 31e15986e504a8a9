/** The server writes a new nonce into each page; style tags created by scripts need it under the content security policy. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

export const csp: { readonly nonce?: string } = nonce ? { nonce } : {};
