/** Words and keyboard patterns of the most common passwords, and of this product and trade, in lowercase letters. */
const WORDS = [
  ...['password', 'passwort', 'contrasena', 'passw', 'pass', 'mima', 'admin', 'administrator', 'root', 'user', 'guest', 'demo'],
  ...['test', 'login', 'welcome', 'letmein', 'access', 'secret', 'master', 'default', 'change', 'changeme', 'super', 'system'],
  ...['monkey', 'dragon', 'football', 'baseball', 'sunshine', 'princess', 'shadow', 'superman', 'batman', 'iloveyou', 'love'],
  ...['woaini', 'nihao', 'china', 'beijing', 'shanghai', 'michael', 'jordan', 'charlie', 'hello', 'freedom', 'whatever'],
  ...['qazwsx', 'qwaszx', 'zaqwsx', 'fleet', 'fleetwarden', 'chedui', 'weishi', 'platform', 'company', 'vehicle', 'truck'],
].toSorted((one, other) => other.length - one.length);

/** Rows that fingers follow; each is also read backwards. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
  '!@#$%^&*()',
];
const TRACKS = ROWS.flatMap((row) => [row, [...row].toReversed().join('')]);
const MIN_RUN = 3;
/** Characters that must remain without words, runs, repetitions and years. */
const MIN_OWN_CHARS = 4;

const LEET: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** Whether a password is guessed early: made of common words, runs such as `abcdef` and `qwerty`, repetitions and years. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const unleeted = [...plain].map((character) => LEET[character] ?? character).join('');
  return [plain, unleeted].some((text) => countOwn(text) < MIN_OWN_CHARS);
}

function countOwn(text: string): number {
  let rest = text;
  for (const word of WORDS) rest = rest.replaceAll(word, ' ');
  rest = rest.replaceAll(/(?:19|20)\d\d/g, ' ');
  const characters = [...rest];
  let own = 0;
  for (let at = 0; at < characters.length; ) {
    const length = Math.max(findRun(characters, at), findRepetition(characters, at));
    if (length < MIN_RUN && characters[at] !== ' ') own++;
    at += length < MIN_RUN ? 1 : length;
  }
  return own;
}

/** Length of the longest run along a track that begins here. */
function findRun(characters: readonly string[], at: number): number {
  let longest = 1;
  for (const track of TRACKS)
    for (let end = at + MIN_RUN; end <= characters.length && track.includes(characters.slice(at, end).join('')); end++)
      longest = Math.max(longest, end - at);
  return longest;
}

function findRepetition(characters: readonly string[], at: number): number {
  let end = at;
  while (end < characters.length && characters[end] === characters[at]) end++;
  return end - at;
}
