import { keepSweeping } from '../database/keepSweeping.ts'
import { databaseDependency, healthApi, roomDependency } from '../health/healthApi.ts'
import { createCloseServer } from '../http/closeServer.ts'
import { createBoundedServer } from '../http/createBoundedServer.ts'
import { answerBrokenRequests, createListener } from '../http/createListener.ts'
import { listen } from '../http/listen.ts'
import { createLog, type Log } from '../log.ts'
import { createSendMail } from '../oneTimeCodes/sendMail.ts'
import { claimProcess, custodianOf } from './claimProcess.ts'
import { createShareApp } from './createShareApp.ts'
import type { ShareStoreOptions } from './environment.ts'
import { createKeyRing } from './keyRing.ts'
import { NEW_DEVICE_WAIT_HOURS } from './limits.ts'
import { createLoginClock } from './loginClock.ts'
import { openShareDatabase } from './openShareDatabase.ts'
import { requireKeys, requireRightKeys, reseal } from './reseal.ts'
import { sharesApi } from './sharesApi.ts'
import { sweep } from './sweep.ts'

export interface RunningShareStore {
  readonly url: string
  /** Accepts no more requests, finishes those in flight, and closes the database. */
  close(): Promise<void>
}

export interface ShareStoreSurroundings {
  readonly log?: Log
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** Starts one share store; the process cannot take another role afterwards. */
export async function startShareStore(
  options: ShareStoreOptions,
  { log = createLog(options.logLevel), now = Date.now }: ShareStoreSurroundings = {},
): Promise<RunningShareStore> {
  const { store, keys, loginKeys, secureSite, mail, clients, hostname } = options
  const { dataDir, databaseUrl, databaseTimeoutMs, newDeviceWaitMs = NEW_DEVICE_WAIT_HOURS * 3_600_000 } = options
  claimProcess(custodianOf(store))
  const database = await openShareDatabase(
    store,
    { dataDir, databaseTimeoutMs, ...(databaseUrl && { databaseUrl }) },
    log,
  )
  const { db } = database
  const life = new AbortController()
  let resealing: Promise<unknown> = Promise.resolve()
  const finish = async (server?: () => Promise<void>) => {
    await server?.()
    life.abort()
    await resealing
    await database.close()
  }

  try {
    const ring = createKeyRing(keys, store)
    await requireKeys(db, ring)
    await requireRightKeys(db, ring)
    const links = mail && { sendMail: createSendMail(mail, log), secureSite }
    const loginClock = createLoginClock(log, now)
    const needs = [databaseDependency(db, databaseUrl !== undefined), roomDependency(database), loginClock.need]
    const app = createShareApp(log, { secureSite, clients })
      .route('/', sharesApi({ store, db, ring, loginKeys, loginClock, links, newDeviceWaitMs, now }))
      .route('/', healthApi(needs, log))
    const server = createBoundedServer(createListener(app, log))
    const closeServer = createCloseServer(server)
    answerBrokenRequests(server)
    const url = await listen(server, options.port, hostname)
    keepSweeping(() => sweep(db, now(), newDeviceWaitMs), log, life.signal)
    resealing = reseal(db, ring, life.signal).then(
      (count) => count > 0 && log.info('shares were sealed with the new key', { count }),
      (error: unknown) => log.error('shares could not be sealed with the new key', { error }),
    )
    log.info('listening', { url, store })
    return { url, close: () => finish(closeServer) }
  } catch (error) {
    await finish()
    throw error
  }
}
