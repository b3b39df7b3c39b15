import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
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
  size,
  toHex,
} from 'viem'
import { foundry } from 'viem/chains'
import { type LocalEvmChain, startAnvil } from '../../services/src/localChains/startAnvil'

jest.setTimeout(60_000)

/** Accounts that are contracts sign in against a real chain. */

const CHAIN = 'eip155:31337'
const OWNER = evmVisitor('1', CHAIN)
/** Is on every chain, a fresh anvil included: deploys what follows a salt of 32 bytes. */
const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * The least account of ERC-1271: `isValidSignature(hash, signature)` answers with the magic value when `ecrecover` of the
 * 65 bytes gives the owner, else with zero.
 */
const accountOf = (owner: Address): Hex =>
  concatHex([
    '0x6004355f52', // mem[0] = hash
    '0x60a4355f1a602052', // mem[32] = v
    '0x606435604052', // mem[64] = r
    '0x608435606052', // mem[96] = s
    '0x60206080608060006001', // ecrecover(mem[0..128]) -> mem[128]
    '0x5afa50',
    '0x608051',
    concatHex(['0x73', owner]),
    '0x14631626ba7e60e01b025f5260205ff3', // (owner == recovered) * 0x1626ba7e << 224
  ])

/** Code that deploys the account. */
const creationOf = (code: Hex): Hex =>
  concatHex(['0x60', toHex(size(code), { size: 1 }), '0x80600b5f395ff3', '0x0000', code])

async function freePort() {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

let chain: LocalEvmChain
beforeAll(async () => {
  chain = await startAnvil({ chainId: 31337, port: await freePort() })
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

test('a visitor whose account is a contract signs in (ERC-1271), and nobody else', async () => {
  const address = '0x00000000000000000000000000000000000a1271'
  await client().setCode({ address, bytecode: accountOf(OWNER.address as Address) })
  expect(await verifier().verify(await sessionOf(address))).toBe(true)
  expect(await verifier().verify(await sessionOf(address, evmVisitor('2', CHAIN)))).toBe(false)
  const { message, ...rest } = await sessionOf(address)
  expect(await verifier().verify({ ...rest, message: `${message} ` })).toBe(false)
})

test('an account that is not deployed yet signs in (ERC-6492), and nobody else', async () => {
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

test('an account that is neither a contract nor the signer’s is refused by the chain', async () => {
  expect(await verifier().verify(await sessionOf('0x000000000000000000000000000000000000beef'))).toBe(false)
})

test('while the chain cannot be reached nobody is refused', async () => {
  const nowhere = eip155Verifier({ rpcUrls: { [CHAIN]: `http://127.0.0.1:${await freePort()}` } })
  expect(await nowhere.verify(await sessionOf('0x00000000000000000000000000000000000a1271'))).toBeUndefined()
})
