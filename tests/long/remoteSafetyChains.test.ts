/** @jest-environment jsdom */
import { join } from 'node:path'
import { type ActingCommands, addErrors, ModalError } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readEvm } from '../../examples/remote-safety/src/evm/readEvm.ts'
import { revokeEvm } from '../../examples/remote-safety/src/evm/revokeEvm.ts'
import type { Grant } from '../../examples/remote-safety/src/grant.ts'
import type { Revocation } from '../../examples/remote-safety/src/revocation.ts'
import { readSolana } from '../../examples/remote-safety/src/solana/readSolana.ts'
import { revokeSolana } from '../../examples/remote-safety/src/solana/revokeSolana.ts'
import { LOCAL_NFT, LOCAL_TOKENS } from '../../local/chains/evmContracts.ts'
import { seedEvmChain } from '../../local/chains/seedEvmChain.ts'
import { TOKEN_PROGRAM } from '../../local/chains/solana/programs.ts'
import { SOLANA_TOKENS } from '../../local/chains/solana/solanaTokens.ts'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil.ts'
import { installFixture } from '../../scripts/fixture.mjs'
import { solanaKey } from '../../services/testing/developmentKeys.ts'
import { freeUrl } from '../../services/testing/fakeNode.ts'
import { mined } from '../../services/testing/mined.ts'
import { type SolanaPart, startSolana } from '../../services/testing/startSolana.ts'
import { compileMessage, unsigned } from '../../shared-contracts/src/chains/solana/message.ts'
import { evmProvider } from '../support/sending/evmWallet.ts'
import { networkAt, sendingPage } from '../support/sending/page.ts'
import { askSolana, newSigner, signAndSend, signerOf, solanaProvider } from '../support/sending/solanaWallet.ts'

/** Account safety on real chains: permissions are given by the wallet, found, taken back through the host, and gone. */

jest.setTimeout(120_000)

beforeAll(() => addErrors(actingErrors))

const { signal } = new AbortController()

/** The host's commands, as far as they ask a node. */
const asking = (url: URL): Pick<ActingCommands, 'askNode' | 'swapRouters'> => ({
  async askNode({ method, params = [] }) {
    try {
      return await askSolana(url, method, ...params)
    } catch (cause) {
      throw new ModalError('node.refused', { cause })
    }
  },
  swapRouters: () => [],
})

type Page = ReturnType<typeof sendingPage>
/** The host asks the wallet, and tracks the transaction until it is confirmed. */
async function send(page: Page, { request, fee }: Revocation): Promise<void> {
  await page.isConfirmed(await page.send({ request, fee, notes: [] }))
}

describe('on EVM', () => {
  const [dollar] = LOCAL_TOKENS
  const NFT = parseAbi([
    'function mint(address to, uint256 id)',
    'function setApprovalForAll(address operator, bool approved)',
    'function isApprovedForAll(address owner, address operator) view returns (bool)',
  ])
  let evm: LocalEvmChain
  beforeAll(async () => {
    evm = await startAnvil({ chainId: 31337, port: Number((await freeUrl()).port) })
    await seedEvmChain(evm.rpcUrl)
  })
  afterAll(async () => {
    evm?.stop()
    await evm?.ended
  })
  const client = () =>
    createTestClient({ mode: 'anvil', transport: http(evm.rpcUrl) })
      .extend(walletActions)
      .extend(publicActions)
  const network = () => networkAt('eip155:31337', new URL(evm.rpcUrl), { name: 'Local', symbol: 'ETH', decimals: 18 })

  test('an unlimited approval, an operator and a delegation are found; what can be taken back is gone afterwards', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const owner = account.address
    const [spender, operator, delegate] = [1, 2, 3].map(() => privateKeyToAccount(generatePrivateKey()).address)
    if (!spender || !operator || !delegate || !dollar) throw new Error('There is no token.')
    await client().setBalance({ address: owner, value: 10n ** 18n })
    const give = async (to: Address, data: `0x${string}`) =>
      mined(client(), await client().sendTransaction({ account, chain: null, to, data }))
    const token = dollar.address
    await give(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }))
    const nft = LOCAL_NFT.address as Address
    await give(nft, encodeFunctionData({ abi: NFT, functionName: 'setApprovalForAll', args: [operator, true] }))

    const node = asking(new URL(evm.rpcUrl))
    const read = () => readEvm(node, { network: network(), owner, holdings: [] }, signal)
    const first = await read()
    expect(first.gaps).toEqual([])
    expect(first.grants).toMatchObject([
      { kind: 'nfts', token: nft.toLowerCase(), spender: operator.toLowerCase(), symbol: 'PASS', isPerson: true },
      {
        kind: 'token',
        token: token.toLowerCase(),
        spender: spender.toLowerCase(),
        amount: String(maxUint256),
        isUnlimited: true,
        isPerson: true,
        symbol: 'USDC',
        decimals: 6,
        atRisk: '0',
      },
    ])

    const page = sendingPage({ network: network(), from: owner, provider: evmProvider(evm.rpcUrl, account) })
    for (const grant of first.grants) await send(page, await revokeEvm(node, network(), owner, grant, signal))
    page.close()
    expect(await read()).toEqual({ grants: [], gaps: [] })
    const left = await client().readContract({
      abi: erc20Abi,
      address: token,
      functionName: 'allowance',
      args: [owner, spender],
    })
    const isStill = await client().readContract({
      abi: NFT,
      address: nft,
      functionName: 'isApprovedForAll',
      args: [owner, operator],
    })
    expect([left, isStill]).toEqual([0n, false])

    await client().setCode({ address: owner, bytecode: `0xef0100${delegate.slice(2).toLowerCase()}` as `0x${string}` })
    const { grants } = await read()
    expect(grants).toMatchObject([{ kind: 'delegation', spender: delegate.toLowerCase() }])
    await expect(revokeEvm(node, network(), owner, grants[0] as Grant, signal)).rejects.toThrow(TypeError)
  })
})

describe('on Solana', () => {
  let chain: SolanaPart
  beforeAll(async () => {
    chain = await startSolana(await installFixture(join(__dirname, '../../local/chains/solana/fixture')))
  }, 360_000)
  afterAll(() => chain?.stop())

  test('the delegate of a token account is found, and gone after it is taken back', async () => {
    const owner = signerOf(solanaKey(0).bytes)
    const { address: delegate } = newSigner()
    const token = SOLANA_TOKENS.find(({ program }) => program === TOKEN_PROGRAM)
    const ask = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
      askSolana(chain.url, method, ...params)
    await ask('requestAirdrop', owner.address, 1_000_000_000)
    const { value: accounts } = await ask<{ value: { pubkey: string }[] }>(
      'getTokenAccountsByOwner',
      owner.address,
      { mint: token?.address },
      { encoding: 'base64' },
    )
    const tokenAccount = accounts[0]?.pubkey ?? ''
    const { value: latest } = await ask<{ value: { blockhash: string } }>('getLatestBlockhash')
    // `Approve` of the token program, for all that can exist.
    const approve = {
      program: TOKEN_PROGRAM,
      accounts: [
        { address: tokenAccount, isWritable: true },
        { address: delegate },
        { address: owner.address, isSigner: true },
      ],
      data: Uint8Array.of(4, ...new Uint8Array(8).fill(255)),
    }
    const message = compileMessage(owner.address, latest.blockhash, [approve])
    await signAndSend(chain.url, Buffer.from(unsigned(message), 'base64'), owner)

    const network = networkAt('solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu', chain.url, {
      name: 'Solana',
      symbol: 'SOL',
      decimals: 9,
    })
    const node = asking(chain.url)
    const read = () => readSolana(node, { network, owner: owner.address, holdings: [] }, signal)
    const first = await read()
    expect(first).toMatchObject({
      grants: [
        { kind: 'delegate', spender: delegate, tokenAccount, token: token?.address, isUnlimited: true, decimals: 6 },
      ],
      gaps: [],
    })
    const page = sendingPage({ network, from: owner.address, provider: solanaProvider(chain.url, owner) })
    await send(page, await revokeSolana(node, network, owner.address, first.grants[0] as Grant, signal))
    page.close()
    expect(await read()).toEqual({ grants: [], gaps: [] })
  })
})
