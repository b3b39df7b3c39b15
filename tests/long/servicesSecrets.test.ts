import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { type MailServer, startMailServer } from '../../services/testing/mailServer'
import { connectRelay, newTopic, resultOf } from '../../services/testing/relayClient'
import { PROJECT_ID, type RunningServices, runServices, TOKENS } from '../../services/testing/runServices'
import { findSecrets } from '../secrets/findSecrets'
import { type Kept, readKept } from '../secrets/kept'
import { DEVELOPMENT_KEYS } from '../secrets/knownSecrets'

jest.setTimeout(120_000)

const SHOP = 'http://localhost:8080'
const EMAIL = 'ada@mail.example'
const AUTH_SECRET = 'only-this-operator-knows-it-0001'
const NODE_KEY = 's3cret-key-of-a-node-0123456789'
const DEAD_NODE = `http://127.0.0.1:9/v3/${NODE_KEY}`
const SECRETS = [...Object.values(TOKENS), AUTH_SECRET, NODE_KEY]

const ADA = privateKeyToAccount(`0x${DEVELOPMENT_KEYS[0]}`)
const ACCOUNT = `eip155:31337:${ADA.address}`
const TOKEN_ADDRESS = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'

let folder: string
let mail: MailServer
let services: RunningServices
let kept: Kept
/** Secrets that only the visitors should have. */
const given: string[] = []
let code = ''

async function ask(path: string, init: RequestInit = {}) {
  const separator = path.includes('?') ? '&' : '?'
  const response = await fetch(`${services.url}${path}${separator}projectId=${PROJECT_ID}`, {
    ...init,
    headers: { Origin: SHOP, ...init.headers },
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}
const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, { method, body: JSON.stringify(body), headers })

async function signIn() {
  const { body } = await ask('/auth/v1/nonce')
  const message = [
    `${new URL(SHOP).host} wants you to sign in with your Ethereum account:`,
    ADA.address,
    '',
    `URI: ${SHOP}/`,
    'Version: 1',
    'Chain ID: 31337',
    `Nonce: ${body.nonce}`,
    `Issued At: ${new Date().toISOString()}`,
    `Resources:\n- email:${EMAIL}`,
  ].join('\n')
  const signature = await ADA.signMessage({ message })
  const headers = { 'x-nonce-jwt': `Bearer ${body.token}` }
  const walletInfo = { name: 'Development Wallet', type: 'INJECTED' }
  const answer = await send('POST', '/auth/v1/authenticate', { message, signature, walletInfo, data: {} }, headers)
  expect(answer.status).toBe(200)
  given.push(body.token, signature, answer.body.token)
  return { Authorization: `Bearer ${answer.body.token}` }
}

async function confirmEmail() {
  const { status, body } = await send('POST', '/auth/v1/otp', { email: EMAIL, account: ACCOUNT })
  expect(status).toBe(200)
  code = /\b(\d{6})\./.exec(mail.inbox.at(-1)?.raw ?? '')?.[1] ?? ''
  expect(code).not.toBe('')
  const headers = { 'x-otp': body.uuid }
  await send('PUT', '/auth/v1/otp', { code: code === '000000' ? '000001' : '000000' }, headers)
}

async function registerName() {
  const message = JSON.stringify({
    name: 'river.portico.test',
    attributes: {},
    timestamp: Math.floor(Date.now() / 1_000),
  })
  const signature = await ADA.signMessage({ message })
  const body = { coin_type: 60, message, address: ADA.address, signature }
  expect((await send('POST', '/v1/profile/account', body)).status).toBe(200)
  given.push(signature)
}

/** Publishes a pairing message that no wallet ever fetches; then the relay refuses a client. */
async function pair() {
  const relayUrl = `${services.url.replace('http', 'ws')}/relay`
  const page = await connectRelay(relayUrl)
  const topic = newTopic()
  resultOf(await page.call('irn_publish', { topic, message: 'AeW1vY2stbWVzc2FnZQ==', ttl: 300, tag: 1_100 }))
  await page.close()
  const refused = await connectRelay(relayUrl, { auth: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJub2JvZHkifQ.c2lnbmF0dXJl' })
  await refused.closed
}

/** Sends requests that fail because they need a node or are malformed. */
async function askInVain() {
  const rpc = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [ADA.address, 'latest'] }
  await send('POST', '/v1/?chainId=eip155:31337', rpc)
  await ask(`/v1/account/${ADA.address}/balance?currency=usd&chainId=eip155:31337`)
  await ask(`/v1/account/${ADA.address}/history?chainId=eip155:31337`)
  const addresses = ['eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', ACCOUNT]
  const priced = await send('POST', '/v1/fungible/price', { currency: 'usd', addresses, projectId: PROJECT_ID })
  expect(priced.status).toBe(200)
  await ask(`/v1/convert/tokens?chainId=eip155:31337`)
  await ask(`/v1/account/${ADA.address}0/balance?mnemonic=${encodeURIComponent('test test test junk')}`)
  await ask(`/v1/profile/account/${encodeURIComponent(EMAIL)}`)
  await ask(`/nothing/${EMAIL}/${ADA.address}`)
  await send(
    'POST',
    '/auth/v1/authenticate',
    { message: ADA.address, signature: '0x' },
    { 'x-nonce-jwt': given[0] ?? '' },
  )
  await ask('/auth/v1/me', { headers: { Authorization: `Bearer ${given[0]}` } })
  const event = { eventId: crypto.randomUUID(), bundleId: '', url: SHOP, domain: 'localhost', timestamp: Date.now() }
  const props = { type: 'track', event: 'CONNECT_SUCCESS', address: ADA.address, properties: { email: EMAIL } }
  expect((await send('POST', '/e', { ...event, props })).status).toBe(202)
}

async function operate() {
  const headers = { Authorization: `Bearer ${TOKENS.all}` }
  const admin = `/admin/v1/projects/${PROJECT_ID}`
  expect((await send('PUT', `${admin}/analytics`, { isAnalyticsEnabled: true }, headers)).status).toBe(200)
  expect((await send('PUT', `${admin}/remotes/socials/toggle`, { on: false }, headers)).status).toBe(200)
  await ask(admin, { headers: { Authorization: 'Bearer guessed-0123456789abcdef' } })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-secrets-'))
  mail = await startMailServer()
  services = await runServices({
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'info',
    AUTH_SECRET,
    SERVICES_DEVELOPMENT: 'yes',
    SMTP_URL: mail.url,
    SMTP_FROM: 'no-reply@shop.example',
    RPC_UPSTREAMS: `eip155:31337=${DEAD_NODE}`,
    HISTORY_INDEXED_CHAINS: 'eip155:31337',
    POOLS: `eip155:31337=0x74f0fe5Cf741DD8072b547c984031653e20b1778,${TOKEN_ADDRESS}`,
  })
  await confirmEmail()
  const session = await signIn()
  expect((await ask('/auth/v1/me', { headers: session })).status).toBe(200)
  await registerName()
  await pair()
  await operate()
  await askInVain()
  expect(await services.stop()).toBe(0)
  await writeFile(join(folder, 'services-1.log'), services.output())
  kept = await readKept(folder)
})
afterAll(async () => {
  await mail?.close()
  await rm(folder, { recursive: true })
})

const lines = () => kept.logs.flatMap((log) => log.lines)

test('neither the logs nor the database hold a key, a code, a token or an address that must not be there', () => {
  expect(findSecrets(kept, [...SECRETS, ...given])).toEqual([])
  const cells = kept.tables.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)))
  expect([...lines(), ...cells].filter((text) => text?.split(/[^\w.:-]/).includes(code))).toEqual([])
})

test('the data that may be there is there, so the search had something to find', () => {
  const rowsOf = (table: string) => kept.tables.find(({ name }) => name === table)?.rows ?? []
  expect(rowsOf('names')).toEqual([expect.objectContaining({ address: ADA.address })])
  expect(rowsOf('auth_accounts')).toEqual([expect.objectContaining({ address: ADA.address })])
  expect(rowsOf('auth_otps')).toEqual([expect.objectContaining({ email: EMAIL, attempts: '1' })])
  expect(rowsOf('analytics_events')).toEqual([expect.objectContaining({ event: 'CONNECT_SUCCESS' })])
  expect(rowsOf('analytics_accounts')).toEqual([])
  expect(kept.files.some(({ bytes }) => bytes.includes(ADA.address))).toBe(true)
  expect(given).toHaveLength(4)
  expect(lines().filter((line) => line.includes('"request"')).length).toBeGreaterThan(15)
  expect(lines().filter((line) => /"level":"(warn|error)"/.test(line)).length).toBeGreaterThan(0)
})

test.each([
  ['the code of a mail', () => `${EMAIL}: your code is ${code}`],
  ['the token of a session', () => `{"session":"${given[2]}"}`],
  ['the key of a node', () => `URL: ${DEAD_NODE}`],
])('the search would find %s', (_, plant) => {
  expect(
    findSecrets({ ...kept, logs: [{ name: 'services-1.log', lines: [plant()] }] }, [...SECRETS, ...given]),
  ).not.toEqual([])
  const table = { name: 'audit_log', rows: [{ to_facts: plant() }] }
  expect(findSecrets({ ...kept, tables: [...kept.tables, table] }, [...SECRETS, ...given])).not.toEqual([])
})
