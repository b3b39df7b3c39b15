import { PGliteAdapter, PGliteDialect, type PGliteDialectConfig, PGliteDriver } from 'kysely'

/** Declares that the driver itself serializes its one connection. */
class OwnTurnAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * Queues requests for the connection. The library's own lock wakes all waiting requests whenever one is done: ten
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

/** The embedded database; it answers requests in their order. */
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
