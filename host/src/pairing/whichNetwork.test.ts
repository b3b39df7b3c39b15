import {
  ADDRESS,
  ethereum,
  OTHER_SOLANA_ADDRESS,
  polygon,
  SOLANA_ADDRESS,
  sepolia,
  solana,
} from '@portico/contracts/testing'
import { testSession } from '../../testing/session.ts'
import { createBip122Family } from './bip122Family.ts'
import { createEip155Family } from './eip155Family.ts'
import { createSolanaFamily } from './solanaFamily.ts'

const METHODS = [
  'personal_sign',
  'eth_sendTransaction',
  'eth_blockNumber',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]
const TRANSACTION = { method: 'eth_sendTransaction', params: [{ to: ADDRESS }] }

const evmOn = (...chains: string[]) => ({
  eip155: { chains, accounts: chains.map((chain) => `${chain}:${ADDRESS}`), methods: METHODS },
})

function evm(options: Partial<Parameters<typeof testSession>[0]> = {}) {
  const networks = [ethereum, polygon, sepolia]
  const session = testSession({ networks, namespaces: evmOn('eip155:1', 'eip155:137'), ...options })
  const family = createEip155Family({ sessions: session.sessions, networks: () => networks, switchWaitMs: 50 })
  return { ...session, ...family }
}

/** A wallet whose session covers only Solana, with two accounts there. */
function onSolana() {
  const devnet = { ...solana, id: 'devnet', caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } as const
  const networks = [solana, devnet]
  const accounts = [SOLANA_ADDRESS, OTHER_SOLANA_ADDRESS].map((address) => `${solana.caipNetworkId}:${address}`)
  const methods = ['solana_signMessage']
  const session = testSession({ networks, namespaces: { solana: { accounts, methods } }, answer: () => '1'.repeat(64) })
  const family = createSolanaFamily({ sessions: session.sessions, networks: () => networks, end: async () => {} })
  return { ...session, ...family, devnet }
}

describe('an EVM wallet on a network that its session does not cover', () => {
  const gone = () => {
    const wallet = evm()
    wallet.says('chainChanged', 11155111, 'eip155:11155111')
    return wallet
  }

  test('gets no transaction and no signature request, neither on this network nor on another', async () => {
    const { provider, signMessage, requests } = gone()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xaa36a7')
    await expect(provider.request(TRANSACTION)).rejects.toMatchObject({ code: 4901 })
    await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4901 })
    await expect(signMessage(ADDRESS, 'hello')).rejects.toMatchObject({ code: 'chain.unsupported' })
    expect(requests).toEqual([])
  })

  test('gets requests on the network once its session covers it, and on the other network after moving back', async () => {
    const { provider, requests, updates, sessions } = gone()
    updates(evmOn('eip155:1', 'eip155:11155111'))
    await provider.request(TRANSACTION)
    sessions.setNetwork('eip155', 'eip155:1')
    await provider.request(TRANSACTION)
    expect(requests.map(({ chainId }) => chainId)).toEqual(['eip155:11155111', 'eip155:1'])
  })

  test('gets requests that concern networks, on a network that its session covers', async () => {
    const { provider, requests, switchNetwork } = gone()
    await provider.request({ method: 'wallet_addEthereumChain', params: [{}] })
    await expect(switchNetwork('', { ...sepolia, caipNetworkId: 'eip155:5' })).rejects.toMatchObject({
      code: 'chain.switchDeclined',
    })
    expect(requests.map(({ chainId, method }) => [chainId, method])).toEqual([
      ['eip155:1', 'wallet_addEthereumChain'],
      ['eip155:1', 'wallet_switchEthereumChain'],
    ])
  })

  test('is not needed for requests that a node of the page can answer', async () => {
    const { provider, requests } = gone()
    const fetched: string[] = []
    globalThis.fetch = (async (url: string) => {
      fetched.push(url)
      return Response.json({ jsonrpc: '2.0', id: 1, result: '0x10' })
    }) as typeof fetch
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x10')
    expect(fetched).toEqual([sepolia.rpcUrls[0]])
    expect(requests).toEqual([])
  })
})

test('a wallet that reports a switch without agreeing to the network counts as not switched', async () => {
  const wallet = evm({
    answer() {
      wallet.says('chainChanged', '0xaa36a7', 'eip155:11155111')
      return null
    },
  })
  await expect(wallet.switchNetwork('', sepolia)).rejects.toMatchObject({ code: 'chain.unsupported' })
})

test('a node never gets requests that only a wallet can serve', async () => {
  const fetching = jest.fn()
  globalThis.fetch = fetching
  const namespaces = { eip155: { ...evmOn('eip155:1').eip155, methods: [] } }
  const { provider } = evm({ namespaces })
  for (const method of ['eth_sendTransaction', 'eth_sign', 'eth_signTypedData_v4', 'wallet_sendCalls']) {
    await expect(provider.request({ method })).rejects.toMatchObject({ code: 4200 })
  }
  expect(fetching).not.toHaveBeenCalled()
})

test('a read request goes to the next node if the first does not answer', async () => {
  const [one, two] = ['https://one.example/', 'https://two.example/']
  const network = { ...ethereum, rpcUrls: [one, two] }
  const session = testSession({ networks: [network], namespaces: evmOn('eip155:1') })
  const { provider } = createEip155Family({ ...session, networks: () => [network], switchWaitMs: 50 })
  globalThis.fetch = (async (url: string) => {
    if (url === one) throw new TypeError('Failed to fetch')
    return Response.json({ jsonrpc: '2.0', id: 1, result: '0x7' })
  }) as typeof fetch
  expect(await provider.request({ method: 'eth_gasPrice' })).toBe('0x7')
})

describe('pitfall 46: a paired Solana wallet with two accounts', () => {
  test('signs with the active account, which is the second', async () => {
    const { provider, requests, says } = onSolana()
    says('accountsChanged', [OTHER_SOLANA_ADDRESS], solana.caipNetworkId)
    await provider.signMessage(new Uint8Array([1]))
    expect(provider.publicKey).toBe(OTHER_SOLANA_ADDRESS)
    expect(requests).toEqual([
      {
        chainId: solana.caipNetworkId,
        method: 'solana_signMessage',
        params: { message: '2', pubkey: OTHER_SOLANA_ADDRESS },
      },
    ])
  })

  test('gets no request on a network outside its session, and the error says so', async () => {
    const { provider, signMessage, requests, says, devnet } = onSolana()
    says('chainChanged', devnet.caipNetworkId, devnet.caipNetworkId)
    await expect(provider.signMessage(new Uint8Array([1]))).rejects.toMatchObject({ code: 'chain.unsupported' })
    await expect(signMessage(SOLANA_ADDRESS, 'hello')).rejects.toMatchObject({ code: 'chain.unsupported' })
    expect(requests).toEqual([])
  })

  test('gets no request for an account that it does not have', async () => {
    const { signMessage } = onSolana()
    await expect(signMessage(`${SOLANA_ADDRESS.slice(0, -1)}1`, 'hello')).rejects.toMatchObject({
      code: 'connection.requestFailed',
    })
  })
})

test('a paired Bitcoin wallet gets no request on a network outside its session', async () => {
  const mainnet = 'bip122:000000000019d6689c085ae165831e93'
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const testnet = 'bip122:000000000933ea01ad0ee984209779ba'
  const networks = [mainnet, testnet].map(
    (id) => ({ ...solana, caipNetworkId: id, chainNamespace: 'bip122' }) as typeof solana,
  )
  const namespaces = { bip122: { accounts: [`${mainnet}:${address}`], methods: ['signMessage'] } }
  const { sessions, requests, says } = testSession({ networks, namespaces })
  const memory = { read: async () => undefined, write: async () => {}, clear: async () => {} }
  const { provider } = createBip122Family({ sessions, memory })
  says('chainChanged', testnet, testnet)
  await expect(provider.signMessage({ message: 'hello', address })).rejects.toMatchObject({ code: 'chain.unsupported' })
  expect(requests).toEqual([])
})
