import { object, safeParse } from 'valibot'
import { poolsEnvironment, poolsOptions } from './environment.ts'

const ROUTER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const DOLLAR = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const read = (POOLS?: string) => safeParse(object(poolsEnvironment), { POOLS })

test('each network’s router and dollar token are given by their addresses, in any letter case', () => {
  const { success, output } = read(`eip155:1=${ROUTER.toLowerCase()},${DOLLAR};\n eip155:10=${ROUTER},${DOLLAR}`)
  if (!success) throw new Error('could not be read')
  const network = { router: ROUTER, dollar: DOLLAR }
  expect([...poolsOptions(output)]).toEqual([
    ['eip155:1', network],
    ['eip155:10', network],
  ])
})

test('by default, no network has pools', () => {
  const { success, output } = read()
  expect(success && poolsOptions(output).size).toBe(0)
})

test.each([
  ';',
  'eip155:1',
  `eip155:1=${ROUTER}`,
  `eip155:1=${ROUTER},${DOLLAR},${DOLLAR}`,
  `eip155:1=${ROUTER},${DOLLAR}=`,
  `eip155:1=${ROUTER},0x12`,
  `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=${ROUTER},${DOLLAR}`,
  `eip155:1=${ROUTER},${DOLLAR};eip155:1=${ROUTER},${DOLLAR}`,
])('the list of pools %s is refused with an example of a valid one', (text) => {
  expect(read(text).issues?.[0].message).toMatch(/^must be a list like /)
})
