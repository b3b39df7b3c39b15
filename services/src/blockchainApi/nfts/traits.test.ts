import { TRAITS_MAX } from '@portico/contracts/services/nfts'
import { parse } from 'valibot'
import { Traits } from './traits.ts'

test.each<[string, unknown, unknown]>([
  ['a text', [{ trait_type: 'Sky', value: 'Blue' }], [{ name: 'Sky', value: 'Blue' }]],
  ['a number', [{ trait_type: 'Level', value: 4.5 }], [{ name: 'Level', value: '4.5' }]],
  ['yes or no', [{ trait_type: 'Rare', value: true }], [{ name: 'Rare', value: 'true' }]],
  ['one without a name', [{ value: 'Golden' }], [{ name: '', value: 'Golden' }]],
  ['one that cannot be read beside one that can', [{}, 7, { value: 'x' }], [{ name: '', value: 'x' }]],
  ['one that says nothing', [{ trait_type: 'Sky', value: ' ' }], undefined],
  ['something else', { Sky: 'Blue' }, undefined],
  ['nothing', undefined, undefined],
])('a token shows its traits: %s', (_, attributes, told) => {
  expect(parse(Traits, attributes)).toEqual(told)
})

test('a token with too many traits shows the maximum', () => {
  const attributes = Array.from({ length: 1_000 }, (_, index) => ({ trait_type: 'Layer', value: index }))
  expect(parse(Traits, attributes)).toHaveLength(TRAITS_MAX)
})
