import networks from '../../data/networks.json' with { type: 'json' }

test('every icon that the table of networks names is in the icon package', () => {
  for (const { icon } of networks) {
    if (icon) expect(() => require.resolve(`@web3icons/core/svgs/networks/background/${icon}.svg.js`)).not.toThrow()
  }
})

test('a network is listed once, and networks that share an image share its icon', () => {
  expect(new Set(networks.map(({ caip2 }) => caip2)).size).toBe(networks.length)
  const iconByImage = new Map<string, string | undefined>()
  for (const { image_id, icon } of networks) {
    if (!image_id) continue
    expect(iconByImage.get(image_id) ?? icon).toBe(icon)
    iconByImage.set(image_id, icon)
  }
})
