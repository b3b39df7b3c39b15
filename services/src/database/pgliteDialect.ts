import { PGliteAdapter, PGliteDialect, type PGliteDialectConfig, PGliteDriver } from 'kysely'

/** Tells Kysely not to lock the only connection, because the driver does so itself. */
class OwnTurnAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * Queues requests for the connection. The library's own lock wakes all waiting requests whenever one finishes: ten
 * thousand at once kept a processor busy for minutes.
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

/** The dialect of the embedded database, which runs queries in the order of the calls. */
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
