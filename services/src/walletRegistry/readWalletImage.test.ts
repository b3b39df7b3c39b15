import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImageUpstream, noUpstream } from './createImageUpstream.ts'
import { createWalletLogos } from './createWalletLogos.ts'
import { svgImage } from './image.ts'
import { readWalletImage } from './readWalletImage.ts'
import { registryWallets } from './registryWallets.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-logos-'))
afterAll(() => rmSync(folder, { recursive: true }))

const WEBP = Buffer.from('RIFF....WEBP')
const upstreamImage = svgImage('<svg>from elsewhere</svg>')
const elsewhere: ImageUpstream = async () => upstreamImage

/** The first wallet of the data with exactly these kinds of images. */
function imageIdWith(kinds: Readonly<Record<'logo' | 'icon' | 'icon_fallback', boolean>>) {
  const found = registryWallets.find(({ images }) =>
    (['logo', 'icon', 'icon_fallback'] as const).every((kind) => Boolean(images[kind]) === kinds[kind]),
  )
  if (!found) throw new Error('no such wallet')
  return { id: found.imageId, logo: found.images.logo }
}

const read = (id: string, upstream = noUpstream) => readWalletImage(id, { logos: createWalletLogos(folder), upstream })

test('every wallet has an image, even without fetched logos and without a network', async () => {
  for (const { imageId } of registryWallets) {
    const image = await read(imageId)
    expect([image?.type, String(image?.content)]).toEqual([
      'image/svg+xml',
      expect.stringMatching(/^<svg [\s\S]+<\/svg>\s*$/),
    ])
  }
})

test('a logo takes precedence over an icon, as soon as the logo exists', async () => {
  const { id, logo } = imageIdWith({ logo: true, icon: true, icon_fallback: false })
  expect((await read(id, elsewhere))?.type).toBe('image/svg+xml')
  const sources = { logos: createWalletLogos(folder), upstream: elsewhere }
  await readWalletImage(id, sources)
  writeFileSync(join(folder, `${logo}.webp`), WEBP)
  const image = await readWalletImage(id, sources)
  expect(image?.type).toBe('image/webp')
  expect(Buffer.from(image?.content ?? '')).toEqual(WEBP)
  rmSync(join(folder, `${logo}.webp`))
  expect(await readWalletImage(id, sources)).toEqual(image)
})

test('a wallet of a known brand has the icon of the brand', async () => {
  const { id } = imageIdWith({ logo: true, icon: false, icon_fallback: true })
  const image = await read(id, elsewhere)
  expect(image).not.toBe(upstreamImage)
  expect(image?.isStandIn).toBeUndefined()
})

test('a wallet without an icon has the image of another registry, or else a monogram', async () => {
  const { id } = imageIdWith({ logo: false, icon: false, icon_fallback: false })
  expect(await read(id, elsewhere)).toBe(upstreamImage)
  expect(await read(id)).toMatchObject({ type: 'image/svg+xml', isStandIn: true })
})

test('the image of an unknown wallet comes from the other registry, or does not exist', async () => {
  expect(await read('00000000-0000-0000-0000-000000000000', elsewhere)).toBe(upstreamImage)
  expect(await read('00000000-0000-0000-0000-000000000000')).toBeUndefined()
  expect(await read('constructor')).toBeUndefined()
})
