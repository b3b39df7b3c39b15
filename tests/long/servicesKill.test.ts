import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProjectConfig } from '@portico/contracts/services/projectConfig'
import { parse } from 'valibot'
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { ensureRedis, startRedis } from '../../scripts/redis.mjs'
import { freshDatabase, lastingDatabase } from '../../services/testing/databases.ts'
import {
  connectRelay,
  generateKeyPair,
  newTopic,
  type RelayClient,
  resultOf,
} from '../../services/testing/relayClient.ts'
import { PROJECT_ID, type RunningServices, runServices, TOKENS } from '../../services/testing/runServices.ts'
import { until } from '../../services/testing/until.ts'

/** A process is killed (`kill -9`) under load, and everything that it has acknowledged is still there. */

jest.setTimeout(180_000)

/** Skips tests in such a way that the report counts them as skipped. */
const { skip } = describe
const describeOn = (server: string, isThere: boolean) => {
  if (!isThere) console.log(`There is no ${server}: what a killed process leaves there is counted as skipped.`)
  return isThere ? describe : skip
}

const REMOTES = ['swaps', 'onramp', 'activity', 'email', 'socials', 'send', 'receive', 'pay'] as const
type RemoteId = (typeof REMOTES)[number]
const PROJECT = `/admin/v1/projects/${PROJECT_ID}`
const HEADERS = { Authorization: `Bearer ${TOKENS.all}` }
/** A single kill may hit a harmless moment. */
const ROUNDS = 2
const CHANGES_BEFORE_KILL = 40

const versionOf = (change: number) => `1.0.${change}`
const actionOf = (id: RemoteId, change: number) => `set ${id} version=${versionOf(change)}`

/** Keeps setting the next version of every remote until the process is gone. @returns acknowledged changes */
async function changeUntilKilled(services: RunningServices, from: number) {
  const answered: { id: RemoteId; change: number }[] = []
  const lane = async (id: RemoteId) => {
    for (let change = from; ; change++) {
      const body = JSON.stringify({ version: versionOf(change) })
      const init = { method: 'PATCH', headers: HEADERS, body }
      const answer = await fetch(`${services.url}${PROJECT}/remotes/${id}/switch`, init).catch(() => undefined)
      if (answer?.status !== 200) return
      answered.push({ id, change })
    }
  }
  const lanes = REMOTES.map(lane)
  await until(() => answered.length >= CHANGES_BEFORE_KILL)
  await services.crash()
  await Promise.all(lanes)
  return answered
}

async function readAll({ url }: RunningServices) {
  const answer = await fetch(`${url}/appkit/v1/config?projectId=${PROJECT_ID}`)
  const { remotes = {} } = parse(ProjectConfig, await answer.json())
  const actions: string[] = []
  let next: number | undefined
  do {
    const query = `limit=200${next === undefined ? '' : `&before=${next}`}`
    const page = await (await fetch(`${url}${PROJECT}/audit?${query}`, { headers: HEADERS })).json()
    const { entries, next: further } = page as { entries: { action: string }[]; next?: number }
    actions.push(...entries.map(({ action }) => action))
    next = further
  } while (next !== undefined)
  return { version: (id: RemoteId) => remotes[id]?.version, actions }
}

async function expectNothingLost(survivor: RunningServices, answered: readonly { id: RemoteId; change: number }[]) {
  const { version, actions } = await readAll(survivor)
  const times = (action: string) => actions.filter((one) => one === action).length
  for (const { id, change } of answered)
    expect([actionOf(id, change), times(actionOf(id, change))]).toEqual([actionOf(id, change), 1])
  for (const id of REMOTES) {
    const last = Math.max(...answered.filter((one) => one.id === id).map(({ change }) => change))
    // The next, unacknowledged change may have been stored too, but only completely, with its line in the audit trail.
    expect([versionOf(last), versionOf(last + 1)]).toContain(version(id))
    expect(`set ${id} version=${version(id)}`).toBe(actions.find((action) => action.startsWith(`set ${id} `)))
  }
}

describe('an acknowledged change of a project is kept', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-kill-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('when a process with the embedded database is killed and the next process opens its folder', async () => {
    const database = { DATA_DIR: join(folder, 'data'), REDIS_URL: '' }
    const answered: { id: RemoteId; change: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      answered.push(...(await changeUntilKilled(await runServices(database), round * 1_000)))
      const survivor = await runServices(database)
      await expectNothingLost(survivor, answered)
      expect(await survivor.stop()).toBe(0)
    }
  })

  describeOn('Postgres', findPostgres() !== undefined)('on Postgres', () => {
    test('by the surviving process, each time that one of two processes is killed', async () => {
      const postgres = await startPostgres()
      const database = await lastingDatabase(folder, postgres?.url)
      const survivor = await runServices(database)
      const answered: { id: RemoteId; change: number }[] = []
      for (let round = 0; round < ROUNDS; round++) {
        answered.push(...(await changeUntilKilled(await runServices(database), round * 1_000)))
        await expectNothingLost(survivor, answered)
      }
      expect(await survivor.stop()).toBe(0)
      await postgres?.stop()
    })
  })
})

describeOn('Redis', ensureRedis() !== undefined)('a message that the relay has acknowledged is delivered', () => {
  const TOPICS = 10
  const MESSAGES_BEFORE_KILL = 300
  const relayUrl = ({ url }: RunningServices) => `${url.replace('http:', 'ws:')}/relay`

  /** Publishes one message after another under each topic. @returns the acknowledged ones, as they come in */
  function publishUntilKilled(pages: readonly RelayClient[], topics: readonly string[]) {
    const answered: string[] = []
    const lanes = topics.map(async (topic, index) => {
      for (let count = 0; ; count++) {
        const page = pages[index]
        const message = `${topic} ${count}`
        const answer = await Promise.race([page?.call('irn_publish', { topic, message }), page?.closed])
        if (!answer || 'code' in answer) return
        if ('result' in answer) answered.push(message)
      }
    })
    return { answered, ended: Promise.all(lanes) }
  }

  const heardBy = (...clients: readonly RelayClient[]) =>
    new Set(clients.flatMap(({ deliveries }) => deliveries.map(({ params }) => params.data.message)))

  test('by the surviving process, when the process that received the message is killed', async () => {
    const redis = await startRedis()
    const start = async () => runServices({ REDIS_URL: redis?.url, ...(await freshDatabase()) })
    const [killed, survivor] = await Promise.all([start(), start()])
    const topics = Array.from({ length: TOPICS }, newTopic)
    const subscribe = async (client: RelayClient) => {
      resultOf(await client.call('irn_batchSubscribe', { topics }))
      return client
    }
    // There are wallets at both processes, one that connects late, and one that has to reconnect.
    const keys = generateKeyPair()
    const elsewhere = await subscribe(await connectRelay(relayUrl(survivor)))
    const cutOff = await subscribe(await connectRelay(relayUrl(killed), { keys }))
    const pages = await Promise.all(topics.map(() => connectRelay(relayUrl(killed))))

    const { answered, ended } = publishUntilKilled(pages, topics)
    await until(() => answered.length > MESSAGES_BEFORE_KILL)
    await killed.crash()
    await ended
    await cutOff.closed
    const back = await subscribe(await connectRelay(relayUrl(survivor), { keys }))
    const late = await subscribe(await connectRelay(relayUrl(survivor)))

    for (const clients of [[elsewhere], [late], [cutOff, back]]) {
      // Unacknowledged messages can arrive too, even in between.
      await until(() => {
        const heard = heardBy(...clients)
        return answered.every((message) => heard.has(message))
      })
    }
    for (const { socket } of [elsewhere, late, back]) socket.terminate()
    expect(await survivor.stop()).toBe(0)
    await redis?.stop()
  })
})
