import { Socket } from 'node:net'
import { type Dialect, type PostgresCursor, PostgresDialect, type PostgresPool, type PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { createOutage, type Outage } from '../outage.ts'
import { isOutage } from './isOutage.ts'

/** The time limits for the server. */
export interface PostgresPatience {
  /** The limit per statement. The server gives up slightly earlier if it can, so that the connection stays usable. */
  readonly answerMs: number
}

/** How long a request waits for a connection, whether a new one or one that becomes free. */
const CONNECT_MAX_MS = 5_000
/** The server cancels slow statements before the client, so that only a silent server reaches the client's limit. */
const SERVER_SHARE = 0.9
/** Limits how long the transaction of a silent client can hold its locks. */
const IDLE_IN_TRANSACTION_MAX_MS = 30_000
/** The interval of keep-alives, which detect dead connections. */
const KEEP_ALIVE_MS = 10_000
/** How long connections may take to close gracefully. */
const CLOSE_MS = 2_000
/** When a refused client should try again. */
const RETRY_AFTER_S = 5

type Client = pg.PoolClient

/** Whether all connections are in use, which says nothing about the server. */
const isBusy = (error: unknown) => error instanceof Error && error.message.startsWith('timeout exceeded when trying')

/** A pool of `pg` that tracks its sockets, because a connection to a silent server never closes by itself. */
function createPool(databaseUrl: string, { answerMs }: PostgresPatience) {
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: Math.min(CONNECT_MAX_MS, answerMs),
    query_timeout: answerMs,
    statement_timeout: Math.round(answerMs * SERVER_SHARE),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream() {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
  })
  const allClosed = () => Promise.all([...sockets].map((socket) => new Promise((done) => socket.once('close', done))))
  return {
    pool,
    /** Closes the pool in limited time, whatever the server does. */
    async end() {
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise((done) => {
        timer = setTimeout(done, CLOSE_MS)
      })
      await Promise.race([pool.end().then(allClosed), patience])
      clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * A pool that survives an outage of its server. A connection that broke, or that did not answer in time, is not used
 * again. Connections that are at least as old as that one are not used again either: they are replaced when needed.
 */
function createSurvivingPool(databaseUrl: string, patience: PostgresPatience, outage: Outage): PostgresPool {
  const { pool, end } = createPool(databaseUrl, patience)
  /** Grows with each outage. A connection from an earlier generation is not trusted. */
  let generation = 0
  const born = new WeakMap<Client, number>()

  function refuse(error: unknown): ServiceError {
    if (!isBusy(error)) outage.begin(error)
    return new ServiceError('database.unavailable', {}, RETRY_AFTER_S)
  }

  function distrust(client: Client) {
    if (born.get(client) === generation) generation += 1
  }

  pool.on('connect', (client) => {
    born.set(client, generation)
    // Errors also occur between the statements of a transaction. Without a listener, such an event would end the
    // process.
    client.on('error', () => distrust(client))
  })
  // An idle connection needs a listener as well. The next request will find out whether the server is down.
  pool.on('error', () => {})

  async function query(client: Client, sql: string, parameters: readonly unknown[]) {
    const wasOn = outage.isOn
    try {
      const result = await client.query(sql, [...parameters])
      // Only the success of a query that began during the outage proves that the outage is over.
      if (wasOn) outage.end()
      return result
    } catch (error) {
      if (!isOutage(error)) throw error
      distrust(client)
      throw refuse(error)
    }
  }

  async function acquire(): Promise<Client> {
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => {
        throw refuse(error)
      })
      if (born.get(client) === generation) return client
      client.release(true)
    }
  }

  return {
    options: {},
    async connect() {
      const client = await acquire()
      function ask<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
      function ask<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
      function ask(sql: unknown, parameters: readonly unknown[] = []): unknown {
        if (typeof sql !== 'string') throw new TypeError('Rows are not read by a cursor here')
        return query(client, sql, parameters)
      }
      return {
        query: ask,
        release: (destroy) => client.release(destroy || born.get(client) !== generation),
      }
    },
    end,
  }
}

/**
 * Opens a Postgres server. While the server is down, queries fail with `database.unavailable` (503). The start and the
 * end of an outage are logged once each.
 * @throws Error with a one-sentence message if the server cannot be reached at the start
 */
export async function openPostgres(databaseUrl: string, log: Log, patience: PostgresPatience): Promise<Dialect> {
  const trial = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MAX_MS })
  // Later errors are ignored, because only whether the connection can be made matters.
  trial.on('error', () => {})
  try {
    await trial.connect()
    void trial.end()
  } catch (cause) {
    // If a name has several addresses, the error contains one error for each, and has no message of its own.
    const { message, code } = cause as NodeJS.ErrnoException
    throw new Error(`The database server cannot be used: ${message || code}.`, { cause })
  }
  return new PostgresDialect({
    pool: createSurvivingPool(databaseUrl, patience, createOutage(log, 'the database')),
  })
}
