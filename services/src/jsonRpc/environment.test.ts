import { readEnvironment } from '../environment.ts'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'

const upstreamsOf = (text: string) =>
  [...(readEnvironment({ RPC_UPSTREAMS: text }).jsonRpc?.upstreams ?? [])].map(([id, urls]) => [id, urls.map(String)])

test('without upstreams no chain has a node', () => {
  expect(readEnvironment({}).jsonRpc).toBeUndefined()
  expect(readEnvironment({ RPC_UPSTREAMS: '', RPC_REQUESTS_PER_SECOND: '5' }).jsonRpc).toBeUndefined()
})

test('each chain has its nodes in the order of preference, separated by semicolons or line breaks', () => {
  const expected = [
    ['eip155:1', ['https://a.example/v3/key', 'http://b.example:8545/?a=b&c=d']],
    [SOLANA, ['https://c.example/']],
    [BITCOIN, ['http://user:password@d.example:8332/']],
  ]
  const parts = [
    'eip155:1=https://a.example/v3/key,http://b.example:8545?a=b&c=d',
    `${SOLANA}=https://c.example`,
    `${BITCOIN}=http://user:password@d.example:8332`,
  ]
  expect(upstreamsOf(parts.join(';'))).toEqual(expected)
  expect(upstreamsOf(`\n  ${parts.join('\n  ')}\n`)).toEqual(expected)
  expect(upstreamsOf(`${parts.join('; ')};`)).toEqual(expected)
})

test('a project may send 200 requests a second by default', () => {
  const RPC_UPSTREAMS = 'eip155:1=https://a.example'
  expect(readEnvironment({ RPC_UPSTREAMS }).jsonRpc?.requestsPerSecond).toBe(200)
  expect(readEnvironment({ RPC_UPSTREAMS, RPC_REQUESTS_PER_SECOND: '7' }).jsonRpc?.requestsPerSecond).toBe(7)
})

test.each([
  ['RPC_UPSTREAMS', 's3cret'],
  ['RPC_UPSTREAMS', ';'],
  ['RPC_UPSTREAMS', 'eip155:1'],
  ['RPC_UPSTREAMS', 'eip155:1='],
  ['RPC_UPSTREAMS', '=https://a.example/s3cret'],
  ['RPC_UPSTREAMS', 'eip155:1=https://a.example/s3cret,'],
  ['RPC_UPSTREAMS', 'eip155:1=ws://a.example/s3cret'],
  ['RPC_UPSTREAMS', 'eip155:1=file:///s3cret'],
  ['RPC_UPSTREAMS', 'eip155:1=s3cret.example'],
  ['RPC_UPSTREAMS', 'eip155:0x1=https://a.example/s3cret'],
  ['RPC_UPSTREAMS', 'eip155:01=https://a.example/s3cret'],
  ['RPC_UPSTREAMS', '1=https://a.example/s3cret'],
  ['RPC_UPSTREAMS', 'cosmos:cosmoshub-4=https://a.example/s3cret'],
  ['RPC_UPSTREAMS', 'eip155:1=https://a.example/s3cret;eip155:1=https://b.example'],
  ['RPC_REQUESTS_PER_SECOND', '0'],
  ['RPC_REQUESTS_PER_SECOND', '-1'],
  ['RPC_REQUESTS_PER_SECOND', '1.5'],
  ['RPC_REQUESTS_PER_SECOND', '9999999'],
  ['RPC_REQUESTS_PER_SECOND', 's3cret'],
])('a bad %s (%s) gives one sentence that names the variable and repeats no secret', (name, value) => {
  let message = ''
  try {
    readEnvironment({ [name]: value })
  } catch (error) {
    message = String(error)
  }
  expect(message).toMatch(new RegExp(`^Error: ${name} must [^\n]+[^.]\\.$`))
  expect(message).not.toContain('s3cret')
})
