import { createHash } from 'node:crypto'
import type { CaipNetworkId } from '@portico/contracts'
import { decodeBase58, encodeBase58 } from '@portico/contracts/chains/bytes'
import { isOnCurve } from '@portico/contracts/chains/solana/address'
import { SOLANA_ACCOUNTS } from '@portico/local/chains/developmentAccounts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@portico/local/chains/solana/programs'
import { assert, property, uint8Array } from 'fast-check'
import {
  answering,
  cutting,
  type FakeNode,
  failingWith,
  freeUrl,
  hangingUp,
  saying,
  startFakeNode,
} from '../../../../testing/fakeNode.ts'
import { describeNfts, type NftsSource } from '../../../../testing/nftsSuite.ts'
import { metadataAccount, mintAccount } from '../../../../testing/solanaMetadata.ts'
import { createChains } from '../../chains.ts'
import { PAGE_NFTS } from '../nft.ts'
import { METADATA_PROGRAM, metadataAddress } from './metadataAddress.ts'
import { readMetadataAccount, readMintMetadata } from './readMetadata.ts'
import { solanaNfts } from './solanaNfts.ts'

const CHAIN: CaipNetworkId = 'solana:local'
const [OWNER = '', STRANGER = '', COLLECTION = ''] = SOLANA_ACCOUNTS
const AUTHORITY = new Uint8Array(32).fill(7)

const mintOf = (name: string) => encodeBase58(createHash('sha256').update(name).digest())

interface Held {
  readonly mint: string
  readonly program: string
  readonly amount: string
  readonly decimals: number
}
/** The state of the fake node: its accounts, keyed by address, and the owner's token accounts. */
const accounts = new Map<string, { owner: string; data: Uint8Array }>()
const held: Held[] = []

function hold(name: string, { program = TOKEN_PROGRAM, supply = 1n, decimals = 0, amount = '1' } = {}) {
  const mint = mintOf(name)
  held.push({ mint, program, amount, decimals })
  accounts.set(mint, { owner: program, data: mintAccount(AUTHORITY, { supply, decimals }) })
  return mint
}

function describeIt(mint: string, name: string, uri: string, collection?: { isVerified: boolean; key: string }) {
  const data = metadataAccount({ mint, name, symbol: 'SYM', uri, ...(collection && { collection }) })
  accounts.set(metadataAddress(mint), { owner: METADATA_PROGRAM, data })
}

function answer({ method, params }: { method: string; params?: unknown }): unknown {
  const [first, { programId } = { programId: '' }] = params as [string & string[], { programId: string }]
  if (method === 'getMultipleAccounts') {
    const value = (first as string[]).map((address) => {
      const account = accounts.get(address)
      return account ? { owner: account.owner, data: [Buffer.from(account.data).toString('base64'), 'base64'] } : null
    })
    return { context: { slot: 1 }, value }
  }
  const mine = first === OWNER ? held.filter(({ program }) => program === programId) : []
  const value = mine.map(({ mint, amount, decimals }) => ({
    pubkey: mint,
    account: { data: { parsed: { info: { mint, tokenAmount: { amount, decimals } } } } },
  }))
  return { context: { slot: 1 }, value }
}

let node: FakeNode
let unreachable: URL
beforeAll(async () => {
  unreachable = await freeUrl()
  node = await startFakeNode(answering(answer))
})
afterAll(() => node.close())
beforeEach(() => {
  node.behave(answering(answer))
  accounts.clear()
  held.length = 0
})

const nodeAt = (url: URL) =>
  solanaNfts({ chains: createChains(new Map([[CHAIN, [url]]])) }, async (address) => ({
    name: `Told by ${address}`,
    image: `${address}.png`,
  }))

describeNfts('a node of Solana', (): NftsSource => {
  const ape = hold('ape')
  describeIt(ape, 'Ape #1', 'https://assets.example/1', { isVerified: true, key: COLLECTION })
  const nameless = hold('nameless')
  describeIt(nameless, '', 'https://assets.example/2', { isVerified: false, key: COLLECTION })
  const bare = hold('bare')
  describeIt(bare, 'Bare', '')
  const modern = hold('modern', { program: TOKEN_2022_PROGRAM })
  const metadata = { mint: modern, name: 'Modern', symbol: 'M', uri: 'https://assets.example/3' }
  accounts.set(modern, {
    owner: TOKEN_2022_PROGRAM,
    data: mintAccount(AUTHORITY, { supply: 1n, decimals: 0, metadata }),
  })
  // None of the following is a single piece with metadata.
  hold('undescribed')
  describeIt(hold('one of many', { supply: 2n }), 'One of many', '')
  describeIt(hold('a part', { decimals: 6 }), 'A part', '')
  describeIt(hold('sent away', { amount: '0' }), 'Sent away', '')
  const foreign = hold('described by someone')
  const data = metadataAccount({ mint: foreign, name: 'Foreign', symbol: '', uri: '' })
  accounts.set(metadataAddress(foreign), { owner: TOKEN_PROGRAM, data })
  const other = hold('described as another')
  accounts.set(metadataAddress(other), {
    owner: METADATA_PROGRAM,
    data: metadataAccount({ mint: ape, name: 'Ape #1', symbol: '', uri: '' }),
  })
  return {
    read: nodeAt(node.url),
    caipNetworkId: CHAIN,
    unserved: 'solana:other',
    owner: OWNER,
    held: [
      { contract: COLLECTION, id: ape, name: 'Ape #1', image: 'https://assets.example/1.png' },
      {
        contract: nameless,
        id: nameless,
        name: 'Told by https://assets.example/2',
        image: 'https://assets.example/2.png',
      },
      { contract: bare, id: bare, name: 'Bare' },
      { contract: modern, id: modern, name: 'Modern', image: 'https://assets.example/3.png' },
    ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    stranger: STRANGER,
    readFromNobody: nodeAt(unreachable),
  }
})

test('collectibles on Solana are listed page by page, without duplicates', async () => {
  const mints = Array.from({ length: PAGE_NFTS + 6 }, (_, at) => hold(`page ${at}`)).sort()
  for (const mint of mints) describeIt(mint, mint, '')
  const read = nodeAt(node.url)
  const first = await read(CHAIN, OWNER)
  const second = await read(CHAIN, OWNER, first.next)
  expect([first.nfts.length, second.nfts.length, second.next]).toEqual([PAGE_NFTS, 6, undefined])
  expect([...first.nfts, ...second.nfts].map(({ id }) => id)).toEqual(mints)
})

test.each([
  ['refuses', failingWith({ code: -32602, message: 'no' })],
  ['fails', saying('<html>', 500)],
  ['cuts its answer short', cutting],
  ['hangs up', hangingUp],
  ['answers with an unexpected object', answering({ value: 7 })],
  ['answers with null', answering(null)],
])('the collectibles are unavailable if the Solana node %s', async (_, behaviour) => {
  node.behave(behaviour)
  await expect(nodeAt(node.url)(CHAIN, OWNER)).rejects.toMatchObject({ code: 'upstream.unavailable' })
})

// The addresses that `getProgramDerivedAddress` of @solana/kit 8.4.0 finds, after one to three hashes.
test.each([
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v', '6kfGgGnriW6yd7YYDHjzJfBGbZKPUxFns63dV1MBS8dE'],
  ['J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w', '8KyuwGzav7jTW9YaBGj2Qtp2q24zPUR3rD5caojXaby4'],
  ['8vw7tdLGE3FBjaetsJrZAarwsbc8UESsegiLyvWXxs5A', '5U643sGbe2ciKjuXYLb4iUNBcVxwJogJ5xHdwjxFr5YV'],
  ['F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk', 'DZAZ3mGuq7nCYGzUyw4MiA74ysr15EfqLpzCzX2cRVng'],
])('the metadata address of %s has no private key', (mint, address) => {
  expect(metadataAddress(mint)).toBe(address)
  expect(isOnCurve(decodeBase58(address) ?? new Uint8Array())).toBe(false)
})

test('public keys are recognised as points on the curve', () => {
  // The keys are from RFC 8032 §7.1, tests 1 to 3.
  for (const key of [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
  ]) {
    expect(isOnCurve(Buffer.from(key, 'hex'))).toBe(true)
  }
})

test('metadata accounts of any content or length are read or rejected', () => {
  const mint = mintOf('whole')
  const whole = metadataAccount({
    mint,
    name: 'Whole',
    symbol: 'W',
    uri: 'u',
    collection: { isVerified: true, key: COLLECTION },
  })
  expect(readMetadataAccount(whole)).toEqual({ mint, name: 'Whole', uri: 'u', collection: COLLECTION })
  for (let length = 0; length < whole.length; length++) {
    const cut = readMetadataAccount(whole.subarray(0, length))
    if (cut) expect(cut).toEqual({ mint, name: 'Whole', uri: 'u', collection: undefined })
  }
  const metadata = { mint, name: 'Whole', symbol: 'W', uri: 'u' }
  const modern = mintAccount(AUTHORITY, { supply: 1n, decimals: 0, metadata })
  expect(readMintMetadata(modern)).toEqual({ mint, name: 'Whole', uri: 'u', collection: undefined })
  for (let length = 0; length < modern.length; length++)
    expect(readMintMetadata(modern.subarray(0, length))).toBeUndefined()
  assert(
    property(uint8Array({ maxLength: 300 }), (bytes) => {
      readMetadataAccount(Uint8Array.of(4, ...bytes))
      readMintMetadata(Uint8Array.of(...modern.subarray(0, 166), ...bytes))
    }),
    { numRuns: 100 },
  )
})
