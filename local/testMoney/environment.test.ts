import { readTestMoneyEnvironment } from './environment.ts'

const PAYER = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const SOLANA = 'solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu'
const REGTEST = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

test('without these variables the services neither sell test money nor pay with it', () => {
  const { blockchain } = readTestMoneyEnvironment({ PORT: '4302' })
  expect([blockchain?.onramp?.added, blockchain?.payments?.testExchange]).toEqual([undefined, undefined])
})

test('each chain has its own source, and the other variables are those of the services', () => {
  const { port, blockchain } = readTestMoneyEnvironment({
    PORT: '4400',
    MELD_KEY: 'sandbox:W9kZTT7332okCEc1A9aqAq:3sYKoXQv6o',
    ONRAMP_SANDBOX_CHAINS: `eip155:31337=${PAYER.toLowerCase()};${SOLANA}=http://localhost:8899;\n${REGTEST}=http://localhost:3002`,
    PAYMENTS_SANDBOX_CHAINS: `eip155:31337=${PAYER.toLowerCase()};${SOLANA}=http://localhost:8899`,
  })
  expect([port, blockchain?.onramp?.meld?.site, blockchain?.onramp?.added?.length]).toEqual([4400, 'sandbox', 1])
  expect(blockchain?.payments?.testExchange).toBeDefined()
})

describe.each(['ONRAMP_SANDBOX_CHAINS', 'PAYMENTS_SANDBOX_CHAINS'])('%s', (name) => {
  test.each([
    ['a network with real money', `eip155:1=${PAYER}`],
    ['Solana itself', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=http://localhost:8899'],
    ['Bitcoin itself', 'bip122:000000000019d6689c085ae165831e93=http://localhost:3002'],
    ['a network with real money among test networks', `eip155:31337=${PAYER};eip155:137=${PAYER}`],
    ['a chain without a source', 'eip155:31337'],
    ['a private key', `eip155:31337=0x${'1'.repeat(64)}`],
    ['an invalid URL', `${SOLANA}=localhost`],
    ['a URL with a password', `${SOLANA}=http://a:b@localhost`],
    ['a chain twice', `eip155:31337=${PAYER};eip155:31337=${PAYER}`],
    ['an empty list', ';'],
  ])('refuses %s, and the message does not repeat the value', (_, text) => {
    const read = () => readTestMoneyEnvironment({ [name]: text })
    expect(read).toThrow(new RegExp(`^${name} must be a list like .* without real money\\.$`))
    expect(read).not.toThrow(PAYER)
  })
})

test('the test exchange does not pay on Bitcoin', () => {
  const read = () => readTestMoneyEnvironment({ PAYMENTS_SANDBOX_CHAINS: `${REGTEST}=http://localhost:3002` })
  expect(read).toThrow('PAYMENTS_SANDBOX_CHAINS must name chains of eip155 and solana only.')
})
