import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { violations } from '../browser/support/axe.ts'
import { openCode, shownUri } from '../browser/support/phone.ts'
import { closeBrowser, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

const { resolve } = createRequire(import.meta.filename)
const JSQR = readFileSync(resolve('jsqr/dist/jsQR.js'), 'utf8')

const WALLET = { id: 'pocket-1', name: 'Pocket 1', mobile_link: 'pocket1://', webapp_link: 'https://pocket.example' }
const withWallet = { customWallets: [WALLET] }

interface Seen {
  readonly data: string
  /** Distances of the code's corners from the edges of the picture, in modules. */
  readonly quiet: number
}

/** Reads the code as a camera in front of the screen would. */
async function read(visitor: Visit): Promise<Seen | undefined> {
  await visitor.stands()
  const picture = await visitor.page.getByTestId('wui-qr-code').screenshot()
  const camera = await visitor.context.newPage()
  try {
    await camera.addScriptTag({ content: JSQR })
    return await camera.evaluate(async (base64) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const drawing = canvas.getContext('2d')
      drawing?.drawImage(image, 0, 0)
      const pixels = drawing?.getImageData(0, 0, image.width, image.height)
      const { jsQR } = globalThis as unknown as { jsQR: typeof import('jsqr')['default'] }
      const found = pixels && jsQR(pixels.data, image.width, image.height, { inversionAttempts: 'dontInvert' })
      if (!found) return undefined
      const { topLeftCorner: start, topRightCorner: end, bottomLeftCorner: foot } = found.location
      const modules = found.version * 4 + 17
      const size = (end.x - start.x) / modules
      const edges = [start.x, start.y, image.width - end.x, image.height - foot.y]
      return { data: found.data, quiet: Math.min(...edges) / size }
    }, picture.toString('base64'))
  } finally {
    await camera.close()
  }
}

/** On a phone, the code (for pairing with another phone) is behind the list of all wallets. */
async function openCodeOnPhone(visitor: Visit): Promise<string> {
  await visitor.open()
  await visitor.page.getByTestId('all-wallets').tap()
  await visitor.page.getByTestId('all-wallets-qr-button').tap()
  return shownUri(visitor)
}

test.each<[string, VisitOptions]>([
  ['a desktop', {}],
  ['a narrow phone', { viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }],
])('a camera reads the code on %s, dark and light, with and without the logo of a wallet', (_, options) =>
  visiting({ ...options, query: { options: withWallet } }, async (visitor) => {
    const uri = await (options.isMobile ? openCodeOnPhone(visitor) : openCode(visitor))
    for (const theme of ['dark', 'light'] as const) {
      await visitor.onPage((modal, mode) => modal.setThemeMode(mode), theme)
      const seen = await read(visitor)
      expect({ theme, data: seen?.data }).toEqual({ theme, data: uri })
      // ISO/IEC 18004: four modules on each side.
      expect(seen?.quiet).toBeGreaterThan(3.5)
    }
    if (options.isMobile) return
    await visitor.back()
    await visitor.page.getByTestId('wallet-selector-pocket-1').click()
    expect(await shownUri(visitor)).toBe(uri)
    expect((await read(visitor))?.data).toBe(uri)
  })(),
)

test(
  'a site color that cameras could not read is not used for the code',
  visiting({ query: { options: { themeVariables: { '--w3m-qr-color': '#fafafa' } } } }, async (visitor) => {
    const uri = await openCode(visitor)
    expect((await read(visitor))?.data).toBe(uri)
  }),
)

test(
  'a wallet with a very long name, at the narrowest width, keeps the code and the install link visible',
  visiting(
    {
      viewport: { width: 320, height: 740 },
      query: {
        options: {
          customWallets: [{ id: 'long', name: 'Wallet '.repeat(11).trim(), homepage: 'https://long.example' }],
        },
      },
    },
    async (visitor) => {
      await visitor.open()
      await visitor.page.getByTestId('wallet-selector-long').click()
      const uri = await shownUri(visitor)
      expect((await read(visitor))?.data).toBe(uri)
      const card = await visitor.page.getByTestId('w3m-modal-card').boundingBox()
      for (const part of ['wui-qr-code', 'copy-wc2-uri', 'get-wallet-button']) {
        const box = await visitor.page.getByTestId(part).boundingBox()
        expect({
          part,
          isInside: (box?.x ?? 0) + (box?.width ?? Infinity) <= (card?.x ?? 0) + (card?.width ?? 0),
        }).toEqual({
          part,
          isInside: true,
        })
      }
    },
  ),
)

test.each(['ltr', 'rtl'])('axe finds nothing on the pairing views, written %s', (dir) =>
  visiting({ query: { dir, ...(dir === 'rtl' && { locale: 'ar-XB' }), options: withWallet } }, async (visitor) => {
    const { page } = visitor
    await openCode(visitor)
    expect(await violations(visitor)).toEqual([])
    await visitor.back()
    await page.getByTestId('wallet-selector-pocket-1').click()
    await shownUri(visitor)
    expect(await violations(visitor)).toEqual([])
    await visitor.dialog.getByRole('tab').nth(1).click()
    await page.getByTestId('w3m-connecting-widget-secondary-button').and(page.locator(':enabled')).waitFor()
    expect(await violations(visitor)).toEqual([])
  })(),
)

/** Presses Tab until something is focused, like a visitor without a mouse. */
async function tabTo(visitor: Visit, wanted: string): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    if ((await visitor.focused()).includes(wanted)) return
    await visitor.page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${wanted}, but to ${await visitor.focused()}.`)
}

test.each([
  ['ltr', 'ArrowRight'],
  ['rtl', 'ArrowLeft'],
])('the keyboard alone (%s) reaches wallet, tabs and copy button, and Escape closes the window', (dir, forward) =>
  visiting({ query: { dir, options: withWallet } }, async (visitor) => {
    const { keyboard } = visitor.page
    await visitor.page.getByTestId('connect-button').focus()
    await keyboard.press('Enter')
    await visitor.dialog.waitFor()
    await tabTo(visitor, 'wallet-selector-pocket-1')
    await keyboard.press('Enter')
    const uri = await shownUri(visitor)
    await tabTo(visitor, 'tab-mobile')
    await keyboard.press(forward)
    await visitor.page.getByTestId('w3m-connecting-widget-secondary-button').waitFor()
    expect(await visitor.focused()).toContain('tab-webapp')
    await keyboard.press('Home')
    await visitor.page.getByTestId('wui-qr-code').waitFor()
    expect(await visitor.focused()).toContain('tab-mobile')
    await tabTo(visitor, 'copy-wc2-uri')
    await keyboard.press('Enter')
    await visitor.page.getByText('Link copied').waitFor()
    expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe(uri)
    await keyboard.press('Escape')
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await visitor.focused()).toContain('connect-button')
  })(),
)

test(
  'screen readers announce the code, and link the chosen tab to its content',
  visiting({ query: { options: withWallet } }, async (visitor) => {
    await openCode(visitor)
    await visitor.dialog.getByRole('img', { name: 'QR code for your wallet' }).waitFor()
    await visitor.back()
    await visitor.page.getByTestId('wallet-selector-pocket-1').click()
    await visitor.dialog.getByRole('tabpanel', { name: 'Mobile' }).getByTestId('wui-qr-code').waitFor()
  }),
)
