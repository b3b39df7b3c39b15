import networks from '../../data/networks.json' with { type: 'json' }
import { createIconOfNetwork } from './networkImages.ts'

test('every icon in the table of networks is in the icon package', () => {
  for (const { icon } of networks) {
    if (icon) expect(() => require.resolve(`@web3icons/core/svgs/networks/background/${icon}.svg.js`)).not.toThrow()
  }
})

test('a network is listed only once, and networks with the same image id have the same icon', () => {
  expect(new Set(networks.map(({ caip2 }) => caip2)).size).toBe(networks.length)
  const iconByImage = new Map<string, string | undefined>()
  for (const { image_id, icon } of networks) {
    if (!image_id) continue
    expect(iconByImage.get(image_id) ?? icon).toBe(icon)
    iconByImage.set(image_id, icon)
  }
})

test('an unknown network of the operator has its family’s icon, and any other unknown network has no image', () => {
  const iconOf = createIconOfNetwork(['eip155:1', 'eip155:987654', 'solana:own', 'bip122:own', 'cosmos:own'])
  expect(['eip155:987654', 'solana:own', 'bip122:own'].map(iconOf)).toEqual(['ethereum', 'solana', 'bitcoin'])
  expect(iconOf('eip155:137')).toBe('polygon')
  expect(['eip155:987655', 'cosmos:own', 'eip155', ''].map(iconOf)).toEqual(Array(4).fill(undefined))
})
