import { findSecrets } from '../secrets/findSecrets'
import type { Table } from '../secrets/kept'
import { DEVELOPMENT_ADDRESSES, DEVELOPMENT_KEYS } from '../secrets/knownSecrets'

const PROJECT = '00000000000000000000000000000001'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BYTES = '4d1e'.repeat(16)
const JWT = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"sub":"visitor"}').toString('base64url')}.c2lnbmF0dXJlLW9mLWl0`

const row = (name: string, columns: Record<string, string | null>): Table => ({ name, rows: [columns] })
const project = (are_addresses_kept: string) => row('projects', { id: PROJECT, are_addresses_kept })
const NOTHING = { logs: [], tables: [], files: [], shareKeys: [] }
const logOf = (...lines: string[]) => ({ name: 'services.log', lines })
const inLog = (line: string) => findSecrets({ ...NOTHING, logs: [logOf(line)] }, ['admin-0123456789abcdef'])
const inTables = (...tables: Table[]) => findSecrets({ ...NOTHING, tables }, ['admin-0123456789abcdef'])

/** Ordinary log lines of the services, without secrets. */
const lines = [
  '{"time":"2026-11-22T01:06:26.103Z","level":"info","message":"listening","url":"http://127.0.0.1:4302"}',
  '{"time":"2026-11-22T01:06:26.103Z","level":"info","message":"request","method":"GET","route":"/v1/account/:address/balance","status":200,"durationMs":123456}',
  `{"time":"2026-11-22T01:06:26.103Z","level":"info","message":"relay connection opened","projectId":"${PROJECT}","connections":1}`,
  '{"time":"2026-11-22T01:06:26.103Z","level":"warn","message":"an upstream failed","chainId":"eip155:1","position":2,"reason":"ECONNREFUSED"}',
  '{"level":"warn","message":"no price from the pools","error":{"message":"HTTP request failed. URL: http://… Version: viem@2.57.1"}}',
]

test('ordinary logs and data give no findings', () => {
  const tables = [
    project('true'),
    row('names', { name: 'river.portico.test', coin_type: '60', address: ADDRESS }),
    row('auth_accounts', { address: ADDRESS, address_key: ADDRESS.toLowerCase(), connection_method: null }),
    row('auth_otps', { email: 'visitor@shop.example', code_hash: BYTES, attempts: '0' }),
    row('auth_mail_counts', { key: BYTES, count: '1', last_sent_at: '2026-11-22 01:06:26.103456+00' }),
    row('analytics_accounts', { project_id: PROJECT, day: '2026-11-22', address: ADDRESS }),
    row('relay-messages.json', { id: BYTES, topic: BYTES, message: 'AeW1vY2s', publisher: 'did:key:z6Mk' }),
  ]
  expect(findSecrets({ ...NOTHING, logs: [logOf(...lines)], tables }, ['admin-0123456789abcdef'])).toEqual([])
})

test.each([
  ['the key of a development wallet', DEVELOPMENT_KEYS[0]],
  ['the key of a development wallet', `0x${DEVELOPMENT_KEYS[9]?.toUpperCase()}`],
  ['the key of a development wallet', DEVELOPMENT_KEYS.at(-1)],
  ['a mnemonic', 'test test test test test test test test test test test junk'],
  ['a token', JWT],
  ['a header that lets someone in', '"authorization":"Basic dXNlcjpwYXNz"'],
  ['a header that lets someone in', 'Bearer 0123456789abcdef'],
  ['the key of a pairing', `wc:${BYTES}@2?relay-protocol=irn`],
  ['the key of a pairing', `symKey=${BYTES}`],
  ['a signature', `0x${'ab'.repeat(65)}`],
  ['a signature', '5'.repeat(87)],
  ['32 bytes that may be a key', BYTES],
  ['an e-mail address', 'visitor@shop.example'],
  ['the address of an account', ADDRESS],
  ['the address of an account', DEVELOPMENT_ADDRESSES.at(10)],
  ['the address of an account', `0x70a08231${'0'.repeat(24)}${ADDRESS.slice(2).toLowerCase()}`],
  ['the address of an account', 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'],
  ['the address of a machine', '203.0.113.7'],
  ['a secret of the operator', 'admin-0123456789abcdef'],
])('%#: %s is found in the log, in a column and inside JSON, and not repeated', (kind, secret = '') => {
  const places = [
    inLog(`{"level":"error","message":"request failed","error":{"stack":"Error: ${secret}\\n at fetch"}}`),
    inTables(row('audit_log', { to_facts: `{"note": "${secret}"}` })),
    inTables(row('analytics_events', { event: secret })),
    inTables(row('a_table_of_tomorrow', { anything: ` ${secret} ` })),
  ]
  for (const sentences of places) {
    expect(sentences.map((sentence) => sentence.slice(sentence.indexOf(': ') + 2))).toContain(kind)
    expect(sentences.join()).not.toContain(secret)
  }
})

test('a text that begins like a Bitcoin address by chance is not reported', () => {
  const id = `bc1${'0'.repeat(61)}`
  const message = 'A+bc1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuwAbcdefgh0123456789/w=='
  expect(inTables(row('relay-messages.json', { id, topic: BYTES, message, publisher: 'did:key:z6Mk' }))).toEqual([])
})

test('a code is found next to the e-mail address that it was sent to', () => {
  expect(inLog('{"message":"mail","to":"visitor@shop.example","text":"Your code is 123456"}')).toContain(
    'services.log, line 1: a code beside an e-mail address',
  )
  expect(inTables(row('auth_otps', { email: 'visitor@shop.example', code_hash: '123456' }))).toEqual([
    'auth_otps.code_hash, row 1: a code beside an e-mail address',
  ])
})

test('the sealing key of a share store is found wherever it was written, and the log is named', () => {
  const key = 'q3Yw0Zb8cVvJ1m4s7uQx2RkTn5oLhD9eGfAiPzB6CtE'
  const lost = { ...NOTHING, shareKeys: [key], logs: [{ name: 'auth-shares.log', lines: ['{}', `{"key":"${key}"}`] }] }
  expect(findSecrets(lost)).toEqual(['auth-shares.log, line 2: a secret of the operator'])
  expect(findSecrets({ ...lost, logs: [], tables: [row('shares', { sealed: key })] })).toEqual([
    'shares.sealed, row 1: a secret of the operator',
  ])
  expect(findSecrets({ ...lost, logs: [] })).toEqual([])
})

test('a sealed share can look like a signature by chance, but a signature in its place is reported', () => {
  const signature = `0x${'1c'.repeat(65)}`
  const alike = `${'Zk3'.repeat(29)}-${'_-'.repeat(54)}`
  expect(inTables(row('shares', { sealed: alike }))).toEqual([])
  expect(inTables(row('shares', { state: alike }))).toEqual(['shares.state, row 1: a signature'])
  expect(inTables(row('shares', { sealed: signature }))).toEqual(['shares.sealed, row 1: a signature'])
})

test('account addresses are allowed only for projects whose operator has said so', () => {
  const counted = row('analytics_accounts', { project_id: PROJECT, day: '2026-11-22', address: ADDRESS })
  expect(inTables(project('false'), counted)).toEqual(['analytics_accounts.address, row 1: the address of an account'])
  expect(inTables(counted)).toHaveLength(1)
  expect(inTables(project('true'), counted)).toEqual([])
})

test('data allowed in one column is not allowed in the neighboring column', () => {
  expect(inTables(row('names', { name: `${ADDRESS}.portico.test`, address: ADDRESS }))).toHaveLength(1)
  expect(inTables(row('auth_otps', { email: BYTES, code_hash: BYTES }))).toHaveLength(1)
})

test('the keys of all families are known', () => {
  expect(new Set(DEVELOPMENT_KEYS).size).toBe(10 + 4 + 5 * 2)
  expect(DEVELOPMENT_KEYS.filter((key) => key.length < 64)).toEqual([])
  expect(DEVELOPMENT_KEYS).toContain('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
})

test("deleted data is still found in the database's files", () => {
  const kept = (bytes: string) => ({ ...NOTHING, files: [{ name: 'pg_wal/1', bytes: `\0\x7f${bytes}\0` }] })
  expect(findSecrets(kept(ADDRESS))).toEqual([])
  expect(findSecrets(kept(JWT))).toEqual(['the file pg_wal/1: a token'])
  expect(findSecrets(kept(DEVELOPMENT_KEYS[3] ?? ''))).toEqual(['the file pg_wal/1: the key of a development wallet'])
  expect(findSecrets(kept('admin-0123456789abcdef'), ['admin-0123456789abcdef'])).toEqual([
    'the file pg_wal/1: a secret of the operator',
  ])
})
