/** /auth-redirect: blank; its loader has done everything. */
export function AuthRedirectPage() {
  return null;
}
