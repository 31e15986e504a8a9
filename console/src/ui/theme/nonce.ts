/** The server writes a fresh nonce into the page; style tags made by scripts need it under the content security policy. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

export const csp: { readonly nonce?: string } = nonce ? { nonce } : {};
