import { ed25519 } from '@noble/curves/ed25519'
import { base58, base64 } from '@scure/base'
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import { bodyOf, listen } from '../testing/listen.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { solanaMessage, solanaTransaction } from '../testing/solanaTransaction.ts'
import { createSolanaWallet } from './createSolanaWallet.ts'

const FIRST = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const SECOND = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature

function open({ behaviour = 'ok', storage = memoryStorage(), rpcUrl = 'http://localhost:1/' } = {}) {
  const page = new EventTarget()
  const registered: Wallet[] = []
  const register = (wallet: Wallet) => {
    registered.push(wallet)
    return () => void registered.splice(registered.indexOf(wallet), 1)
  }
  page.addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail({ register }))
  const { wallet, controls } = createSolanaWallet({ behaviour, storage, rpcUrl, name: 'A wallet', page })
  const features = wallet.features as Features
  const changes: (readonly string[] | undefined)[] = []
  features['standard:events'].on('change', ({ accounts }) => changes.push(accounts?.map(({ address }) => address)))
  const connect = (input?: { silent: boolean }) => features['standard:connect'].connect(input)
  return { wallet, controls, features, changes, registered, connect }
}

async function openConnected(settings?: Parameters<typeof open>[0]) {
  const opened = open(settings)
  const { accounts } = await opened.connect()
  const [account] = accounts
  if (!account) throw new Error('The wallet has shown no account.')
  opened.changes.length = 0
  return { ...opened, account }
}

const addressesOf = (accounts: readonly WalletAccount[]) => accounts.map(({ address }) => address)
const message = new TextEncoder().encode('a text')

describe('connecting', () => {
  test('exposes the active account, and notifies the page', async () => {
    const { connect, changes, wallet } = open()
    expect(wallet.accounts).toEqual([])
    const { accounts } = await connect()
    expect(addressesOf(accounts)).toEqual([FIRST])
    expect(wallet.accounts).toBe(accounts)
    expect(changes).toEqual([[FIRST]])
    expect(base58.encode(Uint8Array.from(accounts[0]?.publicKey ?? []))).toBe(FIRST)
  })

  test('never prompts when asked to be silent', async () => {
    const storage = memoryStorage()
    const stranger = open({ storage, behaviour: 'reject' })
    expect((await stranger.connect({ silent: true })).accounts).toEqual([])
    await expect(stranger.connect()).rejects.toMatchObject({ code: 4001 })
    await openConnected({ storage })
    const known = open({ storage, behaviour: 'reject' })
    expect(addressesOf((await known.connect({ silent: true })).accounts)).toEqual([FIRST])
    known.controls.lock()
    expect((await known.connect({ silent: true })).accounts).toEqual([])
  })

  test('is needed again after disconnect, even after a reload', async () => {
    const storage = memoryStorage()
    const { features, changes, wallet } = await openConnected({ storage })
    await features['standard:disconnect'].disconnect()
    expect(changes).toEqual([[]])
    expect(wallet.accounts).toEqual([])
    expect((await open({ storage }).connect({ silent: true })).accounts).toEqual([])
  })

  test('reports another account and a locked wallet', async () => {
    const { controls, changes } = await openConnected()
    controls.setAccount(1)
    controls.lock()
    expect(changes).toEqual([[SECOND], []])
    expect(() => controls.setAccount(5)).toThrow('The wallet has no account 5: it holds 5.')
  })

  test('removed listeners get no events', async () => {
    const { features, controls } = await openConnected()
    const heard = jest.fn()
    features['standard:events'].on('change', heard)()
    controls.setAccount(1)
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('signing', () => {
  test('any number of messages', async () => {
    const { features, account } = await openConnected()
    const other = new TextEncoder().encode('another text')
    const signed = await features['solana:signMessage'].signMessage({ account, message }, { account, message: other })
    expect(signed.map(({ signedMessage }) => signedMessage)).toEqual([message, other])
    for (const { signedMessage, signature } of signed) {
      expect(ed25519.verify(signature, signedMessage, base58.decode(FIRST))).toBe(true)
    }
  })

  test('transactions', async () => {
    const { features, account } = await openConnected()
    const parts = { keys: [base58.decode(FIRST), new Uint8Array(32)], signerCount: 1, version: 0 } as const
    const [signed] = await features['solana:signTransaction'].signTransaction({
      account,
      chain: 'solana:devnet',
      transaction: solanaTransaction(parts),
    })
    const signature = signed?.signedTransaction.slice(1, 65) ?? new Uint8Array()
    expect(ed25519.verify(signature, solanaMessage(parts), base58.decode(FIRST))).toBe(true)
  })

  test('needs a connected site, the active account, and a known chain', async () => {
    const { features, account, controls } = await openConnected()
    const transaction = solanaTransaction({ keys: [base58.decode(FIRST)], signerCount: 1, version: 'legacy' })
    const { signTransaction } = features['solana:signTransaction']
    await expect(signTransaction({ account, chain: 'solana:moon', transaction })).rejects.toMatchObject({ code: 4901 })
    controls.setAccount(1)
    await expect(features['solana:signMessage'].signMessage({ account, message })).rejects.toMatchObject({ code: 4100 })
    controls.setAccount(0)
    controls.lock()
    await expect(features['solana:signMessage'].signMessage({ account, message })).rejects.toMatchObject({ code: 4100 })
  })
})

describe('sending', () => {
  const parts = { keys: [base58.decode(FIRST), new Uint8Array(32)], signerCount: 1, version: 'legacy' } as const
  const transaction = solanaTransaction(parts)

  async function node(answer: object) {
    const requests: { method: string; params: [string, object] }[] = []
    const server = await listen(async (request, response) => {
      requests.push(JSON.parse(await bodyOf(request)))
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }))
    })
    return { ...server, requests }
  }

  test("submits the signed transaction to the node with the site's options", async () => {
    const { url, requests, close } = await node({ result: base58.encode(new Uint8Array(64).fill(7)) })
    try {
      const { features, account } = await openConnected({ rpcUrl: url })
      const options = { preflightCommitment: 'confirmed', skipPreflight: true, maxRetries: 3 } as const
      const { signAndSendTransaction } = features['solana:signAndSendTransaction']
      const sent = await signAndSendTransaction({ account, chain: 'solana:localnet', transaction, options })
      expect(sent).toEqual([{ signature: new Uint8Array(64).fill(7) }])
      expect(requests).toMatchObject([{ method: 'sendTransaction', params: [expect.any(String), options] }])
      const wire = base64.decode(requests[0]?.params[0] ?? '')
      expect(ed25519.verify(wire.slice(1, 65), solanaMessage(parts), base58.decode(FIRST))).toBe(true)
    } finally {
      close()
    }
  })

  test("a refusal carries the node's reason", async () => {
    const { url, close } = await node({ error: { code: -32002, message: 'Blockhash not found', data: { logs: [] } } })
    try {
      const { features, account } = await openConnected({ rpcUrl: url })
      const send = features['solana:signAndSendTransaction'].signAndSendTransaction
      await expect(send({ account, chain: 'solana:localnet', transaction })).rejects.toMatchObject({
        code: -32002,
        message: 'Blockhash not found',
        data: { logs: [] },
      })
    } finally {
      close()
    }
  })

  test('fails without a node', async () => {
    const { features, account } = await openConnected()
    const send = features['solana:signAndSendTransaction'].signAndSendTransaction
    await expect(send({ account, chain: 'solana:localnet', transaction })).rejects.toMatchObject({ code: 4901 })
  })
})

describe('behaviour', () => {
  test('reject refuses every prompt, and pending reports that a prompt is already open', async () => {
    const { features, account, controls } = await openConnected()
    controls.setBehaviour('reject')
    await expect(features['solana:signMessage'].signMessage({ account, message })).rejects.toMatchObject({ code: 4001 })
    controls.setBehaviour('pending')
    await expect(features['solana:signMessage'].signMessage({ account, message })).rejects.toMatchObject({
      code: -32002,
    })
  })

  test('with hang, a prompt waits until the visitor approves it', async () => {
    const { connect, controls } = open({ behaviour: 'hang' })
    const connecting = connect()
    await Promise.resolve()
    expect(controls.log).toEqual([{ method: 'standard:connect', params: undefined }])
    controls.approve()
    expect(addressesOf((await connecting).accounts)).toEqual([FIRST])
  })

  test('the wallet appears at once, and can disappear and return', () => {
    const { wallet, controls, registered } = open()
    expect(registered).toEqual([wallet])
    controls.withdraw()
    expect(registered).toEqual([])
    controls.announce()
    controls.announce()
    expect(registered).toEqual([wallet])
  })

  test('late makes the wallet appear on request, or after its delay', async () => {
    const waiting = open({ behaviour: 'late' })
    expect(waiting.registered).toEqual([])
    waiting.controls.announce()
    expect(waiting.registered).toEqual([waiting.wallet])

    jest.useFakeTimers()
    try {
      const late = open({ behaviour: 'late:300' })
      jest.advanceTimersByTime(299)
      expect(late.registered).toEqual([])
      jest.advanceTimersByTime(1)
      expect(late.registered).toEqual([late.wallet])
    } finally {
      jest.useRealTimers()
    }
  })

  test('garbage:foreign answers validly with addresses of another family', async () => {
    const { connect, controls } = open({ behaviour: 'garbage:foreign' })
    expect(addressesOf((await connect()).accounts)).toEqual(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
    controls.setBehaviour('ok')
    expect(addressesOf((await connect()).accounts)).toEqual(controls.accounts.slice(0, 1))
  })
})
