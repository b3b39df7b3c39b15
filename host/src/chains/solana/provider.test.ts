import type { Network } from '@portico/contracts'
import { encodeBase58 } from '@portico/contracts/chains/bytes'
import {
  FAKE_SIGNATURE,
  fakeSolanaWallet,
  OTHER_SOLANA_ADDRESS,
  SOLANA_ADDRESS,
  solana,
  walletError,
} from '@portico/contracts/testing'
import { createProvider } from './provider.ts'
import { standardWallet } from './standardWallet.ts'

const SIGNATURE = encodeBase58(FAKE_SIGNATURE)
const devnet: Network = { ...solana, caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }
const local: Network = { ...solana, caipNetworkId: 'solana:GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69' }

/** The site's provider for a connected wallet. */
async function connected(options: Parameters<typeof fakeSolanaWallet>[0] = {}, network: Network = solana) {
  const fake = fakeSolanaWallet(options)
  let current: Network | undefined = network
  const provider = createProvider(standardWallet(fake.wallet), () => current)
  await provider.connect()
  return {
    fake,
    provider,
    goTo(next: Network | undefined) {
      current = next
    },
  }
}

/** Classes like those of the Solana library, which deserialize what they have serialized. */
class Legacy {
  readonly bytes: readonly number[]
  constructor(bytes: readonly number[]) {
    this.bytes = bytes
  }
  static from(bytes: Uint8Array) {
    return new Legacy([...bytes])
  }
  serialize(options?: { requireAllSignatures?: boolean; verifySignatures?: boolean }): Uint8Array {
    if (options?.requireAllSignatures !== false) throw new Error('Signature verification failed')
    return Uint8Array.from(this.bytes)
  }
}
class Versioned {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
  static deserialize(bytes: Uint8Array) {
    return new Versioned(bytes)
  }
  serialize(): Uint8Array {
    return this.bytes
  }
}

test('the provider exposes the active account', async () => {
  const { provider, fake } = await connected()
  expect(provider.publicKey).toBe(SOLANA_ADDRESS)
  fake.setAccounts([OTHER_SOLANA_ADDRESS])
  expect(provider.publicKey).toBe(OTHER_SOLANA_ADDRESS)
  await provider.disconnect()
  expect(provider.publicKey).toBeUndefined()
  expect(await provider.connect()).toEqual({ publicKey: SOLANA_ADDRESS })
})

test('a message is signed unchanged, and the signature is bytes', async () => {
  const { provider, fake } = await connected()
  expect(await provider.signMessage(Uint8Array.of(1, 2))).toEqual(FAKE_SIGNATURE)
  expect(fake.requests.at(-1)?.inputs).toMatchObject([{ message: Uint8Array.of(1, 2) }])
})

describe('a transaction', () => {
  test('given as bytes is returned as bytes', async () => {
    const { provider, fake } = await connected()
    expect(await provider.signTransaction(Uint8Array.of(1, 2))).toEqual(Uint8Array.of(1, 2, 7))
    expect(fake.requests.at(-1)?.inputs).toMatchObject([
      { account: { address: SOLANA_ADDRESS }, chain: 'solana:mainnet', transaction: Uint8Array.of(1, 2) },
    ])
  })

  test("given as a library's legacy object keeps its type, and is partially signed", async () => {
    const { provider } = await connected()
    expect(await provider.signTransaction(new Legacy([1]))).toEqual(new Legacy([1, 7]))
  })

  test("given as a library's versioned object keeps its type", async () => {
    const { provider } = await connected()
    const signed = await provider.signTransaction(new Versioned(Uint8Array.of(1)))
    expect(signed).toEqual(new Versioned(Uint8Array.of(1, 7)))
  })

  test('whose signed bytes could not be deserialized is not signed', async () => {
    const { provider, fake } = await connected()
    const before = fake.requests.length
    const odd = { serialize: () => Uint8Array.of(1) }
    await expect(provider.signTransaction(odd)).rejects.toMatchObject({ code: 'connection.requestFailed' })
    await expect(provider.signTransaction({} as never)).rejects.toMatchObject({ code: 'connection.requestFailed' })
    expect(fake.requests).toHaveLength(before)
  })

  test('several transactions are signed in one request', async () => {
    const { provider, fake } = await connected()
    expect(await provider.signAllTransactions([Uint8Array.of(1), Uint8Array.of(2)])).toEqual([
      Uint8Array.of(1, 7),
      Uint8Array.of(2, 7),
    ])
    expect(fake.asked.filter((feature) => feature === 'solana:signTransaction')).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['fewer transactions than requested', [{ signedTransaction: Uint8Array.of(1) }]],
    ['an empty transaction', [{ signedTransaction: Uint8Array.of() }, { signedTransaction: Uint8Array.of(1) }]],
    ['a text', [{ signedTransaction: 'AQ==' }, { signedTransaction: Uint8Array.of(1) }]],
    ['undefined', undefined],
  ])('several transactions are all signed or none, even if the wallet answers with %s', async (_, answer) => {
    const { provider, fake } = await connected()
    fake.answer('solana:signTransaction', () => answer)
    const signing = provider.signAllTransactions([Uint8Array.of(1), Uint8Array.of(2)])
    await expect(signing).rejects.toMatchObject({ code: 'connection.requestFailed' })
  })

  test('a request that the visitor declines rejects as declined', async () => {
    const { provider, fake } = await connected()
    fake.refuse('solana:signTransaction', walletError(4001, 'User rejected the request.'))
    await expect(provider.signTransaction(Uint8Array.of(1))).rejects.toMatchObject({
      code: 'connection.requestRejected',
    })
  })
})

describe('the network of a transaction', () => {
  test.each<[string, Network, readonly string[], string]>([
    ['a public network', devnet, ['solana:mainnet', 'solana:devnet'], 'solana:devnet'],
    ["a network of the site, by the wallet's name", local, ['solana:mainnet', 'solana:localnet'], 'solana:localnet'],
    ["a network of the site, by the site's name", local, ['solana:mainnet', local.caipNetworkId], local.caipNetworkId],
  ])('is passed to the wallet: %s', async (_, network, chains, expected) => {
    const { provider, fake } = await connected({ chains }, network)
    await provider.signTransaction(Uint8Array.of(1))
    await provider.signAndSendTransaction(Uint8Array.of(1))
    expect(fake.requests.slice(-2).map(({ inputs }) => (inputs[0] as { chain: string }).chain)).toEqual([
      expected,
      expected,
    ])
  })

  test("is the connection's current one", async () => {
    const { provider, fake, goTo } = await connected()
    goTo(devnet)
    await provider.signTransaction(Uint8Array.of(1))
    expect(fake.requests.at(-1)?.inputs).toMatchObject([{ chain: 'solana:devnet' }])
  })

  test('must be served by the wallet, or nothing is signed', async () => {
    const { provider, fake, goTo } = await connected()
    goTo(local)
    await expect(provider.signTransaction(Uint8Array.of(1))).rejects.toMatchObject({ code: 'chain.unsupported' })
    expect(fake.asked).toEqual(['standard:connect'])
  })
})

describe('sending', () => {
  const posted: { url: string; body: { method: string; params: unknown } }[] = []
  beforeEach(() => {
    posted.length = 0
    globalThis.fetch = jest.fn(async (url: string, init: RequestInit) => {
      posted.push({ url, body: JSON.parse(String(init.body)) })
      return Response.json({ jsonrpc: '2.0', id: 1, result: SIGNATURE })
    }) as never
  })
  afterEach(() => jest.restoreAllMocks())

  test('the wallet signs and sends, and the signature is base58', async () => {
    const { provider, fake } = await connected()
    expect(await provider.signAndSendTransaction(Uint8Array.of(1), { skipPreflight: true })).toBe(SIGNATURE)
    expect(fake.requests.at(-1)).toMatchObject({
      feature: 'solana:signAndSendTransaction',
      inputs: [{ chain: 'solana:mainnet', transaction: Uint8Array.of(1), options: { skipPreflight: true } }],
    })
    expect(posted).toEqual([])
  })

  test('if the wallet can only sign, we submit the signed transaction', async () => {
    const { provider, fake } = await connected({ without: ['solana:signAndSendTransaction'] })
    expect(await provider.signAndSendTransaction(new Legacy([1]), { maxRetries: 2 })).toBe(SIGNATURE)
    expect(fake.asked).toEqual(['standard:connect', 'solana:signTransaction'])
    expect(posted).toMatchObject([
      {
        url: solana.rpcUrls[0],
        body: { method: 'sendTransaction', params: [btoa('\u0001\u0007'), { maxRetries: 2, encoding: 'base64' }] },
      },
    ])
  })

  test('the error of a failing simulation is not mistaken for a pending request, which has the same code', async () => {
    const { provider, fake } = await connected()
    fake.refuse('solana:signAndSendTransaction', walletError(-32002, 'Transaction simulation failed'))
    const sending = provider.signAndSendTransaction(Uint8Array.of(1))
    await expect(sending).rejects.toMatchObject({ code: 'connection.requestFailed' })
    fake.refuse('solana:signAndSendTransaction', walletError(4001))
    const declined = provider.signAndSendTransaction(Uint8Array.of(1))
    await expect(declined).rejects.toMatchObject({ code: 'connection.requestRejected' })
  })

  test('a transaction that arrived although the response was lost counts as sent', async () => {
    let tries = 0
    globalThis.fetch = jest.fn(async () => {
      if (tries++ === 0) throw new TypeError('Failed to fetch')
      const message = 'Transaction simulation failed: This transaction has already been processed'
      return Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32002, message } })
    }) as never
    const { provider } = await connected({ without: ['solana:signAndSendTransaction'] }, { ...solana })
    const sent = provider.signAndSendTransaction(Uint8Array.of(1, ...FAKE_SIGNATURE, 5))
    expect(await sent).toBe(SIGNATURE)
    expect(tries).toBe(2)
  })

  test.each([
    ['no node has answered', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a node has answered without a result', async () => Response.json({ jsonrpc: '2.0', id: 1, result: null })],
  ])('if %s, the signature is still returned, to prevent a second payment', async (_, answer) => {
    globalThis.fetch = jest.fn(answer) as never
    const { provider } = await connected({ without: ['solana:signAndSendTransaction'] }, { ...solana })
    expect(await provider.signAndSendTransaction(Uint8Array.of(1, ...FAKE_SIGNATURE, 5))).toBe(SIGNATURE)
  })

  test("the network's reason for refusing a transaction is kept in the error", async () => {
    const error = { code: -32002, message: 'Transaction simulation failed', data: { logs: ['insufficient lamports'] } }
    globalThis.fetch = jest.fn(async () => Response.json({ jsonrpc: '2.0', id: 1, error })) as never
    const { provider } = await connected({ without: ['solana:signAndSendTransaction'] })
    await expect(provider.signAndSendTransaction(Uint8Array.of(1))).rejects.toMatchObject({
      code: 'connection.requestFailed',
      cause: { message: error.message, data: error.data },
    })
  })
})

describe('events', () => {
  test('tell the site of a new account and a disconnect; the provider listens only while the site does', async () => {
    const { provider, fake } = await connected()
    expect(fake.listeners.size).toBe(0)
    const heard: unknown[] = []
    const onAccount = (address: string | undefined) => void heard.push(address)
    const onEnd = () => void heard.push('the end')
    provider.on('accountChanged', onAccount)
    provider.on('disconnect', onEnd)
    fake.setAccounts([OTHER_SOLANA_ADDRESS])
    fake.answer('standard:connect', () => ({ accounts: [] }))
    fake.setAccounts([])
    await new Promise((done) => setTimeout(done))
    expect(heard).toEqual([OTHER_SOLANA_ADDRESS, undefined, 'the end'])
    provider.removeListener('accountChanged', onAccount)
    provider.removeListener('disconnect', onEnd)
    expect(fake.listeners.size).toBe(0)
  })

  test('reach the other listeners if one throws', async () => {
    const { provider, fake } = await connected()
    const heard: unknown[] = []
    provider.on('accountChanged', () => {
      throw new Error('of the site')
    })
    provider.on('accountChanged', (address) => void heard.push(address))
    fake.setAccounts([OTHER_SOLANA_ADDRESS])
    expect(heard).toEqual([OTHER_SOLANA_ADDRESS])
  })
})

test('without a connection the wallet gets no request', async () => {
  const fake = fakeSolanaWallet()
  const provider = createProvider(standardWallet(fake.wallet), () => undefined)
  await expect(provider.connect()).rejects.toMatchObject({ code: 'connection.failed' })
  await expect(provider.signMessage(Uint8Array.of(1))).rejects.toMatchObject({ code: 'connection.requestFailed' })
  await expect(provider.signTransaction(Uint8Array.of(1))).rejects.toMatchObject({ code: 'connection.requestFailed' })
  expect(provider.publicKey).toBeUndefined()
  expect(fake.asked).toEqual([])
})
