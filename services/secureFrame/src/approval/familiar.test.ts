import type { Description } from '@portico/contracts/preview'
import { createFamiliar } from './familiar.ts'

const sending = (address: string, parts: readonly Description[] = []): Description => ({
  kind: 'nativeTransfer',
  titleKey: 'preview.kind.nativeTransfer',
  lines: [
    { labelKey: 'preview.receiver', value: { type: 'address', address } },
    { labelKey: 'preview.spender', value: { type: 'address', address: '0xspender' } },
  ],
  parts,
  raw: { type: 'hex', hex: '0x' },
  effects: { status: 'notSimulated' },
})

test('whoever was given something is known, in parts as well; whoever may only spend is not', () => {
  const familiar = createFamiliar()
  expect(familiar.addresses()).toEqual([])
  familiar.remember(sending('0x1', [sending('0x2')]))
  expect(familiar.addresses()).toEqual(['0x1', '0x2'])
})

test('only the last ones are remembered', () => {
  const familiar = createFamiliar()
  for (let n = 0; n < 40; n++) familiar.remember(sending(`0x${n}`))
  familiar.remember(sending('0x8'))
  const known = familiar.addresses()
  expect([known.length, known.at(-1), known.includes('0x7')]).toEqual([32, '0x8', false])
})
