import fc from 'fast-check'
import { CHAIN_NAMESPACES, isCaipAddress, isCaipNetworkId, parseCaipAddress, parseCaipNetworkId } from './caip.ts'

const part = fc.string({ minLength: 1 }).filter((text) => !text.includes(':'))
const namespace = fc.constantFrom(...CHAIN_NAMESPACES)

test('every network id of a known chain family parses back into its parts', () => {
  fc.assert(
    fc.property(namespace, part, (family, reference) => {
      expect(parseCaipNetworkId(`${family}:${reference}`)).toEqual({ namespace: family, reference })
    }),
  )
})

test('every address on a network of a known chain family parses back into its parts', () => {
  fc.assert(
    fc.property(namespace, part, part, (family, reference, address) => {
      expect(parseCaipAddress(`${family}:${reference}:${address}`)).toEqual({
        namespace: family,
        caipNetworkId: `${family}:${reference}`,
        address,
      })
    }),
  )
})

test.each([
  ['an empty text', ''],
  ['a bare number', '1'],
  ['a chain family alone', 'eip155'],
  ['an empty reference', 'eip155:'],
  ['an unknown chain family', 'dogecoin:1'],
  ['a chain family in capitals', 'EIP155:1'],
  ['an address', 'eip155:1:0xabc'],
])('%s is not a network id', (_, text) => {
  expect(isCaipNetworkId(text)).toBe(false)
  expect(() => parseCaipNetworkId(text)).toThrow(
    expect.objectContaining({ code: 'caip.invalidNetworkId', message: `Invalid CAIP-2 network id: ${text}` }),
  )
})

test.each([
  ['§5: two parts', 'eip155:1'],
  ['§5: an empty address', 'eip155:1:'],
  ['§5: an empty reference', 'eip155::0xabc'],
  ['§5: four parts', 'eip155:1:0xabc:0'],
  ['§5: an unknown chain family', 'dogecoin:1:D8'],
])('%s is not an address', (_, text) => {
  expect(isCaipAddress(text)).toBe(false)
  expect(() => parseCaipAddress(text)).toThrow(
    expect.objectContaining({ code: 'caip.invalidAddress', message: `Invalid CAIP-10 address: ${text}` }),
  )
})

test.each([[undefined], [null], [1], [{}], [['eip155:1']]])(
  '%p from a page is refused, without throwing an error',
  (value) => {
    expect(isCaipNetworkId(value)).toBe(false)
    expect(isCaipAddress(value)).toBe(false)
  },
)
