import { TRAITS_MAX } from '@portico/contracts/services/nfts'
import { parse } from 'valibot'
import { Traits } from './traits.ts'

test.each<[string, unknown, unknown]>([
  ['a text', [{ trait_type: 'Sky', value: 'Blue' }], [{ name: 'Sky', value: 'Blue' }]],
  ['a number', [{ trait_type: 'Level', value: 4.5 }], [{ name: 'Level', value: '4.5' }]],
  ['a boolean', [{ trait_type: 'Rare', value: true }], [{ name: 'Rare', value: 'true' }]],
  ['a trait without a name', [{ value: 'Golden' }], [{ name: '', value: 'Golden' }]],
  ['an unreadable trait beside a readable one', [{}, 7, { value: 'x' }], [{ name: '', value: 'x' }]],
  ['a blank trait', [{ trait_type: 'Sky', value: ' ' }], undefined],
  ['an unexpected object', { Sky: 'Blue' }, undefined],
  ['no traits', undefined, undefined],
])('a token’s traits are read: %s', (_, attributes, told) => {
  expect(parse(Traits, attributes)).toEqual(told)
})

test('traits beyond the maximum number are left out', () => {
  const attributes = Array.from({ length: 1_000 }, (_, index) => ({ trait_type: 'Layer', value: index }))
  expect(parse(Traits, attributes)).toHaveLength(TRAITS_MAX)
})
