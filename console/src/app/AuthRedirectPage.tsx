/** /auth-redirect: blank; its loader does everything. */
export function AuthRedirectPage() {
  return null;
}
