import type { ConnectionChange } from '@portico/contracts'
import { ADDRESS, ethereum, polygon, SOLANA_ADDRESS, solana } from '@portico/contracts/testing'
import { testSession } from '../../testing/session.ts'
import { rememberLink } from './linkOut.ts'
import type { PairedSession } from './pairedWallets.ts'

const EVM = { accounts: [`eip155:1:${ADDRESS}`], methods: ['personal_sign'] }
const SOLANA = { accounts: [`${solana.caipNetworkId}:${SOLANA_ADDRESS}`], methods: ['solana_signMessage'] }

type Options = Parameters<typeof testSession>[0]

function phone(namespaces: Options['namespaces'] = { eip155: EVM }, answer?: Options['answer']) {
  const added: PairedSession[] = []
  const heard: [string, ConnectionChange['type']][] = []
  const session = testSession({
    networks: [ethereum, polygon, solana],
    namespaces,
    ...(answer && { answer }),
    onAdded: async (one) => void added.push(one),
  })
  session.sessions.changes.add(({ namespace, change }) => heard.push([namespace, change.type]))
  return { ...session, added, heard }
}

describe('a wallet that changes its session', () => {
  test('reports each added family once, with its connection, and no existing family', () => {
    const { updates, added } = phone()
    updates({ eip155: EVM, solana: SOLANA })
    updates({ eip155: EVM, solana: SOLANA })
    expect(added).toMatchObject([{ topic: 'topic', connections: { solana: { session: 'topic' } } }])
    expect(Object.keys(added[0]?.connections ?? {})).toEqual(['solana'])
  })

  test('gets back a family that it withdraws and grants again', () => {
    const { updates, added, heard } = phone({ eip155: EVM, solana: SOLANA })
    updates({ eip155: EVM })
    expect(heard).toContainEqual(['solana', 'disconnected'])
    expect(added).toEqual([])
    updates({ eip155: EVM, solana: SOLANA })
    expect(added).toHaveLength(1)
  })
})

test.each([
  ['the wallet ends the session', 'session_delete'],
  ['the session expires', 'session_expire'],
])('an open request is rejected when %s', async (_, event) => {
  const { sessions, emit } = phone({ eip155: EVM }, () => new Promise(() => {}))
  const asking = sessions.request('eip155', 'eip155:1', 'personal_sign', [])
  emit(event, { topic: 'topic' })
  await expect(asking).rejects.toMatchObject({ code: 4900 })
})

test('invalid events change nothing', () => {
  const { says, emit, heard, sessions } = phone({ eip155: EVM, solana: SOLANA })
  const before = JSON.stringify(sessions.paired())
  const senseless: unknown[] = [
    undefined,
    null,
    {},
    [],
    '',
    'x'.repeat(5_000),
    -1,
    Number.NaN,
    [null, {}],
    { toString: 1 },
    '0x',
  ]
  for (const data of senseless) {
    for (const chainId of ['eip155:1', 'solana', 'cosmos:x', '', 'eip155:', ':']) {
      says('chainChanged', data, chainId)
      says('accountsChanged', data, chainId)
    }
  }
  emit('session_event', { topic: 'topic', params: {} })
  emit('session_event', {})
  // A valid event that belongs to another page's session.
  const event = { name: 'chainChanged', data: 137 }
  emit('session_event', { topic: 'another', params: { event, chainId: 'eip155:137' } })
  expect(heard).toEqual([])
  expect(JSON.stringify(sessions.paired())).toBe(before)
})

describe('the app that is opened for later requests', () => {
  const CHOICE = 'WALLETCONNECT_DEEPLINK_CHOICE'
  beforeEach(() => {
    const kept = new Map<string, string>()
    const storage = { setItem: kept.set.bind(kept), removeItem: kept.delete.bind(kept), getItem: kept.get.bind(kept) }
    Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
    rememberLink('Pocket', { base: 'pocket://' })
  })
  afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'))

  test.each([
    ['the wallet has ended its session', 'session_delete'],
    ['its session has expired', 'session_expire'],
  ])('is forgotten when %s', (_, event) => {
    const { emit } = phone()
    expect(localStorage.getItem(CHOICE)).toContain('pocket://')
    emit(event, { topic: 'topic' })
    expect(localStorage.getItem(CHOICE)).toBeUndefined()
  })

  test('is remembered when another session ends', () => {
    const { emit } = phone()
    emit('session_delete', { topic: 'another' })
    expect(localStorage.getItem(CHOICE)).toContain('pocket://')
  })
})
