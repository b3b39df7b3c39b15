/** Hears what the relay does, to count it. Nothing of a client or of a message is told. */
export interface RelayMeter {
  /** A client was let in. */
  opened(): void
  /** A client that was let in has gone. */
  closed(): void
  /** A request was answered without an error; `method` is one of those that there are. */
  answered(method: string): void
  /** A message was sent to a client. */
  delivered(): void
}
