import { evmVisitor, signIn } from '@portico/siwx/testing'
import { eip155Verifier } from '@portico/siwx/verifiers'
import {
  type Address,
  concatHex,
  createTestClient,
  getCreate2Address,
  type Hex,
  http,
  padHex,
  publicActions,
  serializeErc6492Signature,
} from 'viem'
import { foundry } from 'viem/chains'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil'
import { accountOf, creationOf, DEPLOYER } from '../../packages/siwx/testing/contractAccount'
import { findFreePort } from '../../services/testing/freePort.mjs'

jest.setTimeout(60_000)

/** Contract accounts sign in against a real chain. */

const CHAIN = 'eip155:31337'
const OWNER = evmVisitor('1', CHAIN)
let chain: LocalEvmChain
beforeAll(async () => {
  chain = await startAnvil({ chainId: 31337, port: await findFreePort() })
})
afterAll(async () => {
  chain?.stop()
  await chain?.ended
})

const client = () =>
  createTestClient({ chain: foundry, mode: 'anvil', transport: http(chain.rpcUrl) }).extend(publicActions)
const verifier = () => eip155Verifier({ rpcUrls: { [CHAIN]: chain.rpcUrl } })

async function sessionOf(address: Address, signer = OWNER) {
  const session = await signIn({ ...signer, address, chainId: CHAIN })
  return { ...session, signature: session.signature as Hex }
}

test('a contract account signs in with its own signature only (ERC-1271)', async () => {
  const address = '0x00000000000000000000000000000000000a1271'
  await client().setCode({ address, bytecode: accountOf(OWNER.address as Address) })
  expect(await verifier().verify(await sessionOf(address))).toBe(true)
  expect(await verifier().verify(await sessionOf(address, evmVisitor('2', CHAIN)))).toBe(false)
  const { message, ...rest } = await sessionOf(address)
  expect(await verifier().verify({ ...rest, message: `${message} ` })).toBe(false)
})

test('an account not deployed yet signs in with its own signature only (ERC-6492)', async () => {
  const initCode = creationOf(accountOf(OWNER.address as Address))
  const salt = padHex('0x01')
  const address = getCreate2Address({ from: DEPLOYER, salt, bytecode: initCode })
  const wrapped = async (signer = OWNER) => {
    const session = await sessionOf(address, signer)
    const data = concatHex([salt, initCode])
    return {
      ...session,
      signature: serializeErc6492Signature({ address: DEPLOYER, data, signature: session.signature }),
    }
  }
  expect(await client().getCode({ address })).toBeUndefined()
  expect(await verifier().verify(await wrapped())).toBe(true)
  expect(await verifier().verify(await wrapped(evmVisitor('2', CHAIN)))).toBe(false)
})

test('for an address without a contract, a signature by another key is refused', async () => {
  expect(await verifier().verify(await sessionOf('0x000000000000000000000000000000000000beef'))).toBe(false)
})

test('while the chain is unreachable, the answer is not a refusal', async () => {
  const nowhere = eip155Verifier({ rpcUrls: { [CHAIN]: `http://127.0.0.1:${await findFreePort()}` } })
  expect(await nowhere.verify(await sessionOf('0x00000000000000000000000000000000000a1271'))).toBeUndefined()
})
