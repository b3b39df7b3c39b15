import { deepFreeze } from './deepFreeze.ts'
import { assertShown, fingerprint, freezeMatter, type Matter } from './matter.ts'

const params = [{ to: '0x22', value: '0x1', data: ['0x'] }]
const matter: Matter = {
  origin: 'https://shop.example',
  method: 'eth_sendTransaction',
  params,
  caipNetworkId: 'eip155:1',
  account: '0x11',
}

test('the screen shows a frozen copy of the request', () => {
  const frozen = freezeMatter(matter)
  const [transaction] = frozen.params as unknown as [{ to: string; data: string[] }]
  expect(frozen).toEqual(matter)
  expect(transaction).not.toBe(params[0])
  expect(() => {
    transaction.to = '0x66'
  }).toThrow(TypeError)
  expect(() => transaction.data.push('0x66')).toThrow(TypeError)
})

test.each<[string, Partial<Matter>]>([
  ['page', { origin: 'https://evil.example' }],
  ['method', { method: 'personal_sign' }],
  ['network', { caipNetworkId: 'eip155:10' }],
  ['account', { account: '0x12' }],
  ['value in the parameters', { params: [{ ...params[0], value: '0x2' }] }],
])('a request with another %s does not match what was shown', (_, change) => {
  const shown = fingerprint(matter)
  expect(() => assertShown({ ...matter }, shown)).not.toThrow()
  expect(() => assertShown({ ...matter, ...change }, shown)).toThrow('An error occurred')
})

test('parameters that are not JSON are refused', () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  expect(() => freezeMatter({ ...matter, params: circle as never })).toThrow('Invalid request')
})

test('frozen data cannot change', () => {
  const frozen = Object.freeze({ a: 1 })
  expect(deepFreeze(frozen)).toBe(frozen)
  expect(deepFreeze('text')).toBe('text')
})
