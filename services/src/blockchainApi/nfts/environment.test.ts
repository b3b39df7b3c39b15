import { object, safeParse } from 'valibot'
import { imageEnvironment, imageOptions } from '../image/environment.ts'
import { nftsEnvironment, nftsOptions } from './environment.ts'

const read = (values: Readonly<Record<string, string>>) =>
  safeParse(object({ ...nftsEnvironment, ...imageEnvironment }), values)
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test('the sources are configured for each chain, and the gateway by its URL', () => {
  const { output, success } = read({
    DAS_UPSTREAMS: `${SOLANA}=https://rpc.example/?api-key=k`,
    ORD_UPSTREAMS: `${BITCOIN}=http://127.0.0.1:8080`,
    IPFS_GATEWAY: 'http://127.0.0.1:8081/ipfs/',
  })
  const { das, ordinals } = success ? nftsOptions(output) : {}
  expect([...(das ?? []), ...(ordinals ?? [])].map(([id, [url]]) => [id, url?.href])).toEqual([
    [SOLANA, 'https://rpc.example/?api-key=k'],
    [BITCOIN, 'http://127.0.0.1:8080/'],
  ])
  expect(success && imageOptions(output).gateway.href).toBe('http://127.0.0.1:8081/ipfs/')
})

test('by default, only nodes and the public gateway are used', () => {
  const { output, success } = read({})
  expect(success && [nftsOptions(output), imageOptions(output).gateway.href]).toEqual([
    { das: undefined, ordinals: undefined },
    'https://ipfs.io/ipfs/',
  ])
})

test.each([
  ['DAS_UPSTREAMS', `${BITCOIN}=https://rpc.example`],
  ['ORD_UPSTREAMS', `${SOLANA}=https://ord.example`],
  ['IPFS_GATEWAY', 'ipfs.example'],
  ['IPFS_GATEWAY', 'https://ipfs.example/ipfs'],
  ['IPFS_GATEWAY', 'ftp://ipfs.example/ipfs/'],
])('%s cannot be %s, and the error does not repeat the value', (name, text) => {
  const { success, issues } = read({ [name]: text })
  expect(success).toBe(false)
  expect(issues?.[0].message).not.toContain('.example')
})
