/** Who makes a call or holds a socket, as the identity area knows them. */
export type Principal = {
  /** The token's part before the dot: names the session. */
  readonly prefix: string;
  readonly accountId: number;
  readonly account: string;
  /** Root of what they may see. */
  readonly departmentId: number;
  /** Permission codes. */
  readonly rights: ReadonlySet<string>;
};

/** Says who holds a token; throws CallError notSignedIn or signedInElsewhere. */
export type Authenticate = (token: string) => Promise<Principal>;

/** The token of an Authorization header, with or without the word Bearer. */
export function bearerToken(header: string | undefined): string | undefined {
  const token = header?.replace(/^Bearer\s+/i, '').trim();
  return token === '' ? undefined : token;
}
