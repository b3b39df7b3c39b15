import { createRequire } from 'node:module'
import { join } from 'node:path'
import { SOLANA_ACCOUNTS } from '../../local/chains/developmentAccounts.ts'
import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens.ts'
import { installFixture } from '../../scripts/fixture.mjs'
import { LOCAL_PROJECT_ID, localPorts, SOLANA_CAIP_ID } from '../../scripts/local.mjs'
import { solanaKey } from '../../services/testing/developmentKeys.ts'
import { askChain, describeOn, stack } from '../browser/support/stack.ts'

/**
 * The package that runs the chain includes a third-party client. The test installs the package when it runs, so the
 * client has no types and everything from it is `any`.
 */
type Packages = ReturnType<typeof JSON.parse>
let kit: Packages
let system: Packages
let token: Packages
let rpc: Packages
let rpcSubscriptions: Packages

const SOL = 1_000_000_000n
const FEE = 5_000n

const ask = (method: string, ...params: unknown[]) => askChain(stack.urls.solana, method, params)

const errorOf = async (
  method: string,
  ...params: unknown[]
): Promise<{ code: number; message: string; data?: unknown }> =>
  ask(method, ...params).then(
    (result) => Promise.reject(new Error(`answered with ${JSON.stringify(result)}`)),
    (error: Error) => JSON.parse(error.message),
  )

const balanceOf = async (address: string): Promise<bigint> => (await rpc.getBalance(address).send()).value

/** A signer with coins. */
async function fundedSigner(sol = 10n) {
  const signer = await kit.generateKeyPairSigner()
  await rpc.requestAirdrop(signer.address, sol * SOL).send()
  return signer
}

const developmentSigner = (n: number) => kit.createKeyPairSignerFromBytes(solanaKey(n).bytes)

async function signed(payer: Packages, ...instructions: Packages[]) {
  const { value: lifetime } = await rpc.getLatestBlockhash().send()
  return kit.signTransactionMessageWithSigners(
    kit.pipe(
      kit.createTransactionMessage({ version: 0 }),
      (message: Packages) => kit.setTransactionMessageFeePayerSigner(payer, message),
      (message: Packages) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message: Packages) => kit.appendTransactionMessageInstructions(instructions, message),
    ),
  )
}

const wire = (transaction: Packages): string => kit.getBase64EncodedWireTransaction(transaction)

/** @returns the signature, once the chain itself reports it as confirmed */
async function sendAndConfirm(payer: Packages, ...instructions: Packages[]): Promise<string> {
  const transaction = await signed(payer, ...instructions)
  await kit.sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment: 'confirmed' })
  return kit.getSignatureFromTransaction(transaction)
}

const transferSol = (source: Packages, destination: string, amount: bigint) =>
  system.getTransferSolInstruction({ source, destination, amount })

describeOn('solana')('the local Solana chain, used by a third-party client', () => {
  beforeAll(async () => {
    const fixture = join(import.meta.dirname, '../../local/chains/solana/fixture')
    const load = createRequire(join(await installFixture(fixture), 'package.json'))
    kit = load('@solana/kit')
    system = load('@solana-program/system')
    token = load('@solana-program/token')
    rpc = kit.createSolanaRpc(stack.urls.solana)
    rpcSubscriptions = kit.createSolanaRpcSubscriptions(`ws://localhost:${localPorts(stack.offset).solanaSocket}`)
  })

  test('has the chain id that the page uses', async () => {
    expect(SOLANA_CAIP_ID).toBe(`solana:${String(await ask('getGenesisHash')).slice(0, 32)}`)
  })

  test('gives coins and tokens of both programs to the development accounts', async () => {
    const owner = SOLANA_ACCOUNTS[4] ?? ''
    expect(await balanceOf(owner)).toBe(100n * SOL)
    for (const { program: programId, address, decimals, owned } of SOLANA_TOKENS) {
      const { value } = await rpc.getTokenAccountsByOwner(owner, { programId }, { encoding: 'jsonParsed' }).send()
      expect(value).toHaveLength(1)
      const { info } = value[0].account.data.parsed
      expect(info).toMatchObject({ mint: address, owner, state: 'initialized' })
      expect(info.tokenAmount).toMatchObject({ decimals, uiAmountString: String(owned[4]) })
    }
  })

  test('moves coins and records the transfer for both accounts', async () => {
    const payer = await fundedSigner()
    const { address: recipient } = await kit.generateKeyPairSigner()
    const signature = await sendAndConfirm(payer, transferSol(payer, recipient, SOL))
    expect(await balanceOf(recipient)).toBe(SOL)
    expect(await balanceOf(payer.address)).toBe(9n * SOL - FEE)

    for (const [address, count] of [
      [payer.address, 2],
      [recipient, 1],
    ]) {
      const history = await rpc.getSignaturesForAddress(address).send()
      expect(history).toHaveLength(count)
      expect(history[0]).toMatchObject({ signature, err: null, confirmationStatus: 'confirmed' })
    }
    const config = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }
    const { transaction, meta } = await rpc.getTransaction(signature, config).send()
    expect(transaction.message.instructions).toMatchObject([
      { program: 'system', parsed: { type: 'transfer', info: { destination: recipient, lamports: SOL } } },
    ])
    expect(meta).toMatchObject({ err: null, fee: FEE, preBalances: [10n * SOL, 0n, 1n] })
    expect(meta.postBalances).toEqual([9n * SOL - FEE, SOL, 1n])
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    expect(value).toMatchObject([{ err: null, confirmationStatus: 'confirmed' }])
  })

  test.each(SOLANA_TOKENS)('moves $symbol to an owner who has none', async ({ address: mint, program, decimals }) => {
    const owner = await developmentSigner(3)
    const { address: recipient } = await kit.generateKeyPairSigner()
    const accountOf = async (of: string): Promise<string> => {
      const [found] = await token.findAssociatedTokenPda({ owner: of, mint, tokenProgram: program })
      return found
    }
    const [source, destination] = await Promise.all([accountOf(owner.address), accountOf(recipient)])
    const before = (await ask('getTokenAccountBalance', source)) as { value: { amount: string } }
    const create = await token.getCreateAssociatedTokenIdempotentInstructionAsync({
      payer: owner,
      owner: recipient,
      mint,
      tokenProgram: program,
    })
    const move = token.getTransferCheckedInstruction(
      { source, mint, destination, authority: owner, amount: 125n, decimals },
      { programAddress: program },
    )
    const signature = await sendAndConfirm(owner, create, move)
    expect(await ask('getTokenAccountBalance', destination)).toMatchObject({ value: { amount: '125', decimals } })
    expect(await ask('getTokenAccountBalance', source)).toMatchObject({
      value: { amount: String(BigInt(before.value.amount) - 125n) },
    })

    const { meta } = await rpc.getTransaction(signature, { maxSupportedTransactionVersion: 0 }).send()
    const told = meta.postTokenBalances.find((balance: { owner: string }) => balance.owner === recipient)
    expect(told).toMatchObject({ mint, programId: program, uiTokenAmount: { amount: '125' } })
    expect(meta.preTokenBalances.some((balance: { owner: string }) => balance.owner === recipient)).toBe(false)
    expect(meta.innerInstructions.length).toBeGreaterThan(0)
  })

  test('simulates a transaction without executing it', async () => {
    const payer = await fundedSigner()
    const { address: recipient } = await kit.generateKeyPairSigner()
    const transaction = wire(await signed(payer, transferSol(payer, recipient, SOL)))
    const config = { encoding: 'base64', accounts: { encoding: 'base64', addresses: [recipient] } }
    const { value } = await rpc.simulateTransaction(transaction, config).send()
    expect(value).toMatchObject({ err: null, accounts: [{ lamports: SOL }] })
    expect(value.unitsConsumed).toBeGreaterThan(0n)
    expect(await balanceOf(recipient)).toBe(0n)
    expect(await balanceOf(payer.address)).toBe(10n * SOL)
  })

  test("refuses a transaction above the payer's balance, with the reason and the logs", async () => {
    const payer = await fundedSigner(1n)
    const { address: recipient } = await kit.generateKeyPairSigner()
    const transaction = wire(await signed(payer, transferSol(payer, recipient, 2n * SOL)))
    const error = await errorOf('sendTransaction', transaction, { encoding: 'base64' })
    expect(error).toMatchObject({ code: -32002, data: { err: { InstructionError: [0, { Custom: 1 }] } } })
    expect(error.message).toContain('custom program error: 0x1')
    expect(JSON.stringify(error.data)).toContain('insufficient lamports')
    expect(await balanceOf(payer.address)).toBe(SOL)
  })

  test('a failed transaction sent without preflight is recorded on the chain, and costs its fee', async () => {
    const payer = await fundedSigner(1n)
    const { address: recipient } = await kit.generateKeyPairSigner()
    const transaction = wire(await signed(payer, transferSol(payer, recipient, 2n * SOL)))
    const signature = await ask('sendTransaction', transaction, { encoding: 'base64', skipPreflight: true })
    expect(await ask('getSignatureStatuses', [signature])).toMatchObject({
      value: [{ err: { InstructionError: [0, { Custom: 1 }] } }],
    })
    expect(await balanceOf(payer.address)).toBe(SOL - FEE)
  })

  test('refuses a wrong signature, a blockhash of another chain, and a repeated transaction', async () => {
    const payer = await fundedSigner()
    const { address: recipient } = await kit.generateKeyPairSigner()
    const transaction = Buffer.from(wire(await signed(payer, transferSol(payer, recipient, SOL))), 'base64')
    const send = (bytes: Buffer, options = {}) =>
      errorOf('sendTransaction', bytes.toString('base64'), { encoding: 'base64', ...options })

    const tampered = Buffer.from(transaction)
    tampered.writeUInt8(tampered.readUInt8(10) ^ 1, 10)
    expect(await send(tampered)).toMatchObject({ code: -32003 })

    const elsewhere = Buffer.from(transaction)
    // Overwrites the blockhash, which follows one signature, the header of a version 0 message and three keys.
    elsewhere.fill(7, 1 + 64 + 4 + 1 + 3 * 32, 1 + 64 + 4 + 1 + 4 * 32)
    expect(await send(elsewhere)).toMatchObject({ code: -32002, data: { err: 'BlockhashNotFound' } })

    await ask('sendTransaction', transaction.toString('base64'), { encoding: 'base64' })
    expect(await send(transaction)).toMatchObject({ code: -32002, data: { err: 'AlreadyProcessed' } })
    expect(await balanceOf(recipient)).toBe(SOL)
  })

  test('a transaction that cannot be executed leaves no trace', async () => {
    const stranger = await kit.generateKeyPairSigner()
    const { address: recipient } = await kit.generateKeyPairSigner()
    const transaction = wire(await signed(stranger, transferSol(stranger, recipient, 1n)))
    expect(await errorOf('sendTransaction', transaction, { encoding: 'base64' })).toMatchObject({
      data: { err: 'AccountNotFound' },
    })
    const signature = await ask('sendTransaction', transaction, { encoding: 'base64', skipPreflight: true })
    expect(await ask('getSignatureStatuses', [signature])).toMatchObject({ value: [null] })
    expect(await ask('getTransaction', signature, { maxSupportedTransactionVersion: 0 })).toBeNull()
  })

  test('notifies of account changes, and of finalized transactions', async () => {
    const payer = await fundedSigner()
    const { address: recipient } = await kit.generateKeyPairSigner()
    const abort = new AbortController()
    const options = { abortSignal: abort.signal }
    try {
      const accounts = await rpcSubscriptions
        .accountNotifications(recipient, { commitment: 'confirmed', encoding: 'base64' })
        .subscribe(options)
      // The client drops notifications that arrive before they are requested.
      const changed = accounts[Symbol.asyncIterator]().next()
      const signature = await sendAndConfirm(payer, transferSol(payer, recipient, SOL))
      expect((await changed).value.value).toMatchObject({ lamports: SOL })

      const ends = await rpcSubscriptions
        .signatureNotifications(signature, { commitment: 'finalized' })
        .subscribe(options)
      const { value: end } = await ends[Symbol.asyncIterator]().next()
      expect(end.value).toEqual({ err: null })
      expect(await ask('getSignatureStatuses', [signature])).toMatchObject({
        value: [{ confirmations: null, confirmationStatus: 'finalized' }],
      })
    } finally {
      abort.abort()
    }
  })

  test.each([
    ['an invalid address', 'getBalance', ['nobody'], -32602],
    ['missing parameters', 'getBalance', [], -32602],
    ['parameters that are not a list', 'getBalance', { address: SOLANA_ACCOUNTS[0] }, -32602],
    ['too many accounts', 'getMultipleAccounts', [Array(101).fill(SOLANA_ACCOUNTS[0])], -32602],
    ['an invalid transaction', 'sendTransaction', ['AAAA', { encoding: 'base64' }], -32602],
    ['invalid base64', 'sendTransaction', ['***', { encoding: 'base64' }], -32602],
    [
      'a transaction that is too large for a packet',
      'simulateTransaction',
      ['A'.repeat(1_700), { encoding: 'base64' }],
      -32602,
    ],
    ['an unknown encoding', 'getAccountInfo', [SOLANA_ACCOUNTS[0], { encoding: 'hex' }], -32602],
    ['a negative airdrop', 'requestAirdrop', [SOLANA_ACCOUNTS[0], -1], -32602],
    ['an airdrop of more coins than exist', 'requestAirdrop', [SOLANA_ACCOUNTS[0], 9_007_199_254_740_991], -32002],
    ['an account that is not a token account', 'getTokenAccountBalance', [SOLANA_ACCOUNTS[0]], -32602],
    ['a method for validators', 'getVoteAccounts', [], -32601],
  ])('answers %s with an error', async (_, method, params, code) => {
    const response = await fetch(stack.urls.solana, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({ id: 1, error: { code } })
  })

  test('is not more lenient than a real node', async () => {
    const { status } = await fetch(stack.urls.solana, { method: 'POST', body: 'x'.repeat(60_000) })
    expect(status).toBe(413)
  })

  test('works as a node of the services', async () => {
    const url = `${stack.urls.services}/v1/?chainId=${SOLANA_CAIP_ID}&projectId=${LOCAL_PROJECT_ID}`
    expect(await askChain(url, 'getGenesisHash')).toBe(await ask('getGenesisHash'))
  })
})
