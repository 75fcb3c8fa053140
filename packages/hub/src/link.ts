/** One connection, whatever carries it. The hub closes it; what happens on it is told to its `Peer`. */
export interface Link {
  /** Sends one message. The bytes must not be changed afterwards. */
  send(message: Uint8Array): void;
  /** Bytes that were sent and that the other side has not taken yet. */
  readonly bufferedBytes: number;
  /** Ends the connection once what was sent is out. */
  close(): void;
  /** Where it comes from, for people. */
  readonly address: string;
}
