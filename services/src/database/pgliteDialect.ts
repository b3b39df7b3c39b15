import { PGliteAdapter, PGliteDialect, type PGliteDialectConfig, PGliteDriver } from 'kysely'

/** Tells that the driver itself sees to it that its one connection is used by one at a time. */
class OwnTurnAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * Those who want the connection wait in a row. The library's own lock wakes all of them whenever one is done: with ten thousand
 * requests at once each of those was looked at ten thousand times, which kept a processor busy for minutes.
 */
class OwnTurnDriver extends PGliteDriver {
  readonly #waiting = new Set<() => void>()
  #isTaken = false

  override async acquireConnection() {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.add(resolve))
    this.#isTaken = true
    return super.acquireConnection()
  }

  override async releaseConnection() {
    const [next] = this.#waiting
    if (!next) {
      this.#isTaken = false
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

/** The embedded database; its requests are answered in the order in which they were made. */
export class OwnTurnPGliteDialect extends PGliteDialect {
  readonly #config: PGliteDialectConfig

  constructor(config: PGliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createAdapter() {
    return new OwnTurnAdapter()
  }

  override createDriver() {
    return new OwnTurnDriver(this.#config)
  }
}
