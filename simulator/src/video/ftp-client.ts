import { connect, type Socket } from 'node:net';

export type FtpReply = { readonly code: number; readonly text: string };

/** A client of FTP (RFC 959) in passive mode, as terminals have it. */
export type FtpClient = {
  /** Sends a command; rejects if the connection ends. */
  command(line: string): Promise<FtpReply>;
  /** A data connection. */
  openData(): Promise<Socket>;
  /** The reply that follows a transfer. */
  reply(): Promise<FtpReply>;
  close(): void;
};

/** Connects and reads the greeting. Rejects if there is none. */
export async function openFtp(host: string, port: number): Promise<FtpClient> {
  const socket = await openSocket(host, port);
  const replies: FtpReply[] = [];
  const waiting: { resolve: (reply: FtpReply) => void; reject: (error: Error) => void }[] = [];
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const found = /^(\d{3}) (.*)$/.exec(line);
      // lines of a longer reply
      if (!found) continue;
      const reply = { code: Number(found[1]), text: found[2]! };
      const next = waiting.shift();
      if (next) next.resolve(reply);
      else replies.push(reply);
    }
  });
  socket.once('close', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('FTP connection closed'));
  });
  const reply = (): Promise<FtpReply> => {
    const known = replies.shift();
    if (known) return Promise.resolve(known);
    if (socket.destroyed) return Promise.reject(new Error('FTP connection closed'));
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const command = (line: string) => {
    socket.write(`${line}\r\n`, 'latin1');
    return reply();
  };
  await reply();
  return {
    command,
    reply,
    openData: async () => {
      const { code, text } = await command('PASV');
      const numbers = /(\d+),(\d+),(\d+),(\d+),(\d+),(\d+)/.exec(text)?.slice(1).map(Number);
      if (code !== 227 || !numbers) throw new Error(`PASV: ${code} ${text}`);
      return openSocket(numbers.slice(0, 4).join('.'), numbers[4]! * 256 + numbers[5]!);
    },
    close: () => socket.destroy(),
  };
}

function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      // 'close' follows
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}
