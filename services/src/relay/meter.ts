/** Counts the relay's work. It learns nothing about clients or messages. */
export interface RelayMeter {
  /** A client was admitted. */
  opened(): void
  /** An admitted client has left. */
  closed(): void
  /** A request was answered without an error; `method` is a known one. */
  answered(method: string): void
  /** A message was sent to a client. */
  delivered(): void
}
