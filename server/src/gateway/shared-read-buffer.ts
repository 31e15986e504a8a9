import { Socket, type SocketConstructorOpts } from 'node:net';

/** Bytes of one read. */
const READ_BYTES = 64 * 1024;

/** The connection below a socket. Node takes one as the option `handle`, as its own server does. */
type Handle = NonNullable<SocketConstructorOpts['handle']>;

/**
 * Sockets that read into one buffer. By default each read of each socket allocates 64 KiB and passes through a stream, which costs
 * more than a location. A paused socket reads nothing, so that backpressure reaches the terminal at once.
 */
export class SharedReadBuffer {
  // not a Buffer: the `slice` of a Buffer shares its bytes
  readonly #bytes = new Uint8Array(READ_BYTES);

  /** Moves an accepted, paused connection to a socket that calls `receive` with a view, valid only during the call. */
  adopt(accepted: Socket, receive: (chunk: Uint8Array) => void): Socket {
    const { _handle: handle } = accepted as unknown as { readonly _handle: Handle };
    return new Socket({
      handle,
      onread: {
        buffer: this.#bytes,
        callback: (length, buffer) => {
          receive(buffer.subarray(0, length));
          return true;
        },
      },
    });
  }
}
