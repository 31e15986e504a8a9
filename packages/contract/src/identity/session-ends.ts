/** Why a session ended, as the server writes it; each has its words in `locale` (`sessionEnd.<reason>`). */
export const sessionEnds = ['logout', 'elsewhere', 'expired', 'kicked', 'password'] as const;
export type SessionEnd = (typeof sessionEnds)[number];
