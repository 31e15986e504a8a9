/** For `vi.mock('jsencrypt', ...)`: what is encrypted stays readable. */
export class JSEncrypt {
  setPublicKey() {}
  encrypt(text: string) {
    return `sealed ${text.split('\n')[0]}`;
  }
}
