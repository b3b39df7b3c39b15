import { object, safeParse } from 'valibot'
import { balancesEnvironment, balancesOptions } from './environment.ts'

const read = (values: Readonly<Record<string, string>>) => safeParse(object(balancesEnvironment), values)
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'

test('Esploras and explorers are configured per chain; several URLs are separated by commas', () => {
  const { output, success } = read({
    ESPLORA_UPSTREAMS: `${BITCOIN}=https://blockstream.info/api,https://mempool.space/api`,
    BLOCKSCOUT_UPSTREAMS: 'eip155:1=https://eth.blockscout.com/api/v2;eip155:10=https://x.example/api/v2?apikey=k',
  })
  const { esplora, blockscout } = success ? balancesOptions(output) : {}
  expect([...(esplora ?? [])].map(([id, urls]) => [id, urls.length])).toEqual([[BITCOIN, 2]])
  expect([...(blockscout ?? [])].map(([id, [url]]) => [id, url?.href])).toEqual([
    ['eip155:1', 'https://eth.blockscout.com/api/v2'],
    ['eip155:10', 'https://x.example/api/v2?apikey=k'],
  ])
})

test('without an Esplora or an explorer, only the nodes are used', () => {
  const { output, success } = read({})
  expect(success && balancesOptions(output)).toEqual({ esplora: undefined, blockscout: undefined })
})

test.each([
  ['ESPLORA_UPSTREAMS', 'https://blockstream.info/api'],
  ['ESPLORA_UPSTREAMS', 'eip155:1=https://blockstream.info/api'],
  ['BLOCKSCOUT_UPSTREAMS', `${BITCOIN}=https://eth.blockscout.com/api/v2`],
  ['BLOCKSCOUT_UPSTREAMS', 'eip155:1=ftp://eth.blockscout.com'],
])('%s cannot be %s, and the error does not repeat the value', (name, text) => {
  const { success, issues } = read({ [name]: text })
  expect(success).toBe(false)
  expect(issues?.[0].message).not.toContain('blockscout.com')
  expect(issues?.[0].message).not.toContain('blockstream')
})
