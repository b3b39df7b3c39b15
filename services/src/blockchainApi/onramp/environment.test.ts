import { object, safeParse } from 'valibot'
import { onrampEnvironment, onrampSettings } from './environment.ts'

const PAYER = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const SOLANA = 'solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu'
const REGTEST = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const read = (values: Readonly<Record<string, string>>) => safeParse(object(onrampEnvironment), values)

test('each chain of the sandbox has its source', () => {
  const { success, output } = read({
    ONRAMP_SANDBOX_CHAINS: `eip155:31337=${PAYER.toLowerCase()};${SOLANA}=http://localhost:8899;\n${REGTEST}=http://localhost:3002`,
  })
  const { sandbox } = success ? onrampSettings(output) : {}
  expect([...(sandbox ?? [])].map(([id, source]) => [id, String(source)])).toEqual([
    ['eip155:31337', PAYER],
    [SOLANA, 'http://localhost:8899/'],
    [REGTEST, 'http://localhost:3002/'],
  ])
})

test('without the variables nothing is sold', () => {
  const { success, output } = read({})
  expect(success && onrampSettings(output)).toEqual({ sandbox: undefined, meld: undefined })
})

test.each([
  ['a network with real money', `eip155:1=${PAYER}`],
  ['Solana itself', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=http://localhost:8899'],
  ['Bitcoin itself', 'bip122:000000000019d6689c085ae165831e93=http://localhost:3002'],
  ['one of them among others', `eip155:31337=${PAYER};eip155:137=${PAYER}`],
  ['no source', 'eip155:31337'],
  ['a key', `eip155:31337=0x${'1'.repeat(64)}`],
  ['no URL', `${SOLANA}=localhost`],
  ['a URL with a password', `${SOLANA}=http://a:b@localhost`],
  ['a chain twice', `eip155:31337=${PAYER};eip155:31337=${PAYER}`],
  ['nothing', ';'],
])('%s is refused, and the message does not repeat it', (_, text) => {
  const { issues } = read({ ONRAMP_SANDBOX_CHAINS: text })
  expect(issues?.[0].message).toMatch(/^must be a list like .* without real money$/)
  expect(issues?.[0].message).not.toContain(PAYER)
})

test('a key of Meld names its site, and may contain colons', () => {
  const { success, output } = read({ MELD_KEY: 'sandbox:W9kZTT7332okCEc1A9aqAq:3sYKoXQv6o', MELD_COUNTRY: 'DE' })
  expect(success && onrampSettings(output).meld).toEqual({
    site: 'sandbox',
    key: 'W9kZTT7332okCEc1A9aqAq:3sYKoXQv6o',
    country: 'DE',
  })
})

test.each([
  ['MELD_KEY', 'W9kZTT7332okCEc1A9aqAq:3sYKoXQv6o'],
  ['MELD_KEY', 'production:short'],
  ['MELD_KEY', 'production:with a blank in it'],
  ['MELD_COUNTRY', 'germany'],
])('%s is not %s, and the message does not repeat it', (name, text) => {
  const { issues } = read({ [name]: text })
  expect(issues?.[0].message).toMatch(/^must be /)
  expect(issues?.[0].message).not.toContain(text)
})
