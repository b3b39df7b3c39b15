import { evmVisitor, signIn } from '@portico/siwx/testing'
import {
  type Address,
  concatHex,
  createTestClient,
  getCreate2Address,
  type Hex,
  http,
  padHex,
  serializeErc6492Signature,
} from 'viem'
import { foundry } from 'viem/chains'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil'
import { accountOf, creationOf, DEPLOYER } from '../../packages/siwx/testing/contractAccount'
import { findFreePort } from '../../services/testing/freePort.mjs'
import { type AuthService, SECRET, SHOP, startAuth } from '../../services/testing/startAuth'

jest.setTimeout(60_000)

/** Contract accounts sign in at the service, which asks the nodes of their chain. */

const CHAIN = 'eip155:31337'
const OWNER = evmVisitor('1', CHAIN)
const OTHER = evmVisitor('2', CHAIN)
const ACCOUNT: Address = '0x00000000000000000000000000000000000a1271'

let chain: LocalEvmChain
let service: AuthService
let down: URL
beforeAll(async () => {
  chain = await startAnvil({ chainId: 31337, port: await findFreePort() })
  down = new URL(`http://127.0.0.1:${await findFreePort()}`)
  service = await startAuth({ secret: SECRET }, new Map([[CHAIN, [down, new URL(chain.rpcUrl)]]]))
  const client = createTestClient({ chain: foundry, mode: 'anvil', transport: http(chain.rpcUrl) })
  await client.setCode({ address: ACCOUNT, bytecode: accountOf(OWNER.address as Address) })
})
afterAll(async () => {
  await service?.close()
  chain?.stop()
  await chain?.ended
})

type Wrap = (signature: Hex) => Hex

/** Signs in. @returns the account that `me` reports, or the error code */
async function enter(address: Address, signer = OWNER, wrap: Wrap = (signature) => signature, nodes?: readonly URL[]) {
  const app = service.another({ secret: SECRET }, nodes ? new Map([[CHAIN, nodes]]) : undefined)
  const at = (path: string) => `/auth/v1/${path}?projectId=${SHOP.projectId}`
  const { nonce, token } = await (await app.request(at('nonce'))).json()
  const options = { domain: SHOP.domain, uri: SHOP.origin, getNonce: () => nonce }
  const { message, signature } = await signIn({ ...signer, address }, options)
  const answer = await app.request(at('authenticate'), {
    method: 'POST',
    headers: { origin: SHOP.origin, 'x-nonce-jwt': `Bearer ${token}` },
    body: JSON.stringify({ message, signature: wrap(signature as Hex) }),
  })
  const { token: session, error } = await answer.json()
  if (error) return error.code
  const account = await app.request(at('me'), { headers: { authorization: `Bearer ${session}` } })
  return (await account.json()).address.toLowerCase()
}

test('a contract account can sign in only with its own signature (ERC-1271)', async () => {
  expect(await enter(ACCOUNT)).toBe(ACCOUNT)
  expect(await enter(ACCOUNT, OTHER)).toBe('auth.signature')
})

test('an account that is not deployed yet can sign in only with its own signature (ERC-6492)', async () => {
  const initCode = creationOf(accountOf(OWNER.address as Address))
  const salt = padHex('0x01')
  const address = getCreate2Address({ from: DEPLOYER, salt, bytecode: initCode })
  const wrap: Wrap = (signature) =>
    serializeErc6492Signature({ address: DEPLOYER, data: concatHex([salt, initCode]), signature })
  expect(await enter(address, OWNER, wrap)).toBe(address.toLowerCase())
  expect(await enter(address, OTHER, wrap)).toBe('auth.signature')
})

test('while no node answers, contract accounts get a temporary error and ordinary accounts sign in', async () => {
  expect(await enter(ACCOUNT, OWNER, undefined, [down])).toBe('upstream.unavailable')
  expect(await enter(OWNER.address as Address, OWNER, undefined, [down])).toBe(OWNER.address.toLowerCase())
})
