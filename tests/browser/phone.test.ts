import { closeBrowser, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

const phone = (width: number, height = 740) =>
  ({ viewport: { width, height }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }) as const

/** Smallest sides of what can be pressed, by name; links within a sentence are as tall as the sentence (WCAG 2.5.8). */
const small = (visitor: Visit): Promise<string[]> =>
  visitor.page.evaluate(() => {
    const card = document.querySelector('portico-modal')?.shadowRoot?.querySelector('[data-testid="w3m-modal-card"]')
    return [...(card?.querySelectorAll<HTMLElement>('button, input, a[href]') ?? [])]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline')
      .filter(({ offsetWidth, offsetHeight }) => offsetWidth < 44 || offsetHeight < 44)
      .map(
        (element) =>
          `${element.dataset.testid ?? element.textContent}: ${element.offsetWidth} × ${element.offsetHeight}`,
      )
  })

/** By how much something inside of the window is wider than it, or the page than the screen. */
const sideways = (visitor: Visit): Promise<number> =>
  visitor.page.evaluate(() => {
    const root = document.querySelector('portico-modal')?.shadowRoot
    const inner = [
      ...(root?.querySelectorAll<HTMLElement>('.ModalFrame-overlay, .ModalFrame-card, .ViewOutlet, .ViewOutlet > *') ??
        []),
    ]
    return Math.max(
      document.documentElement.scrollWidth - innerWidth,
      ...inner.map((one) => one.scrollWidth - one.clientWidth),
    )
  })

async function looksRight(visitor: Visit, view: string, width: number, height: number): Promise<void> {
  await visitor.view(view).waitFor()
  // The sheet follows its content in a moment: it stands when its lower edge is the screen's.
  const card = visitor.page.getByTestId('w3m-modal-card')
  await visitor.page.waitForFunction((bottom) => {
    const sheet = document.querySelector('portico-modal')?.shadowRoot?.querySelector('[data-testid="w3m-modal-card"]')
    return Math.abs((sheet?.getBoundingClientRect().bottom ?? 0) - bottom) < 1
  }, height)
  const box = await card.boundingBox()
  expect({ view, x: box?.x, width: box?.width }).toEqual({ view, x: 0, width })
  expect(box?.height).toBeLessThanOrEqual(height * 0.92 + 1)
  expect({ view, small: await small(visitor), sideways: await sideways(visitor) }).toEqual({
    view,
    small: [],
    sideways: 0,
  })
}

test.each([390, 320])(
  'on %i px every view is a sheet at the lower edge, as wide as the screen, with room for a thumb',
  (width) => {
    const { viewport } = phone(width)
    return visiting(
      { ...phone(width), query: { options: { termsConditionsUrl: 'https://example.org/terms' } } },
      async (visitor) => {
        const look = (view: string) => looksRight(visitor, view, width, viewport.height)
        await visitor.open()
        await look('Connect')
        await visitor.page.getByTestId('help-button').tap()
        await look('WhatIsAWallet')
        await visitor.page.getByTestId('header-back').tap()
        await visitor.inWallet((wallet) => wallet.setBehaviour('reject'))
        await visitor.devWallet.tap()
        await visitor.sees('Connection rejected')
        await look('ConnectingExternal')
        await visitor.inWallet((wallet) => wallet.setBehaviour('ok'))
        await visitor.page.getByTestId('w3m-connecting-widget-secondary-button').tap()
        await visitor.dialog.waitFor({ state: 'detached' })

        await visitor.openReceive()
        await look('WalletReceive')
        await visitor.page.getByTestId('receive-networks-button').tap()
        await look('WalletCompatibleNetworks')
        await visitor.back()
        await visitor.back()
        await look('Account')
        await visitor.page.getByTestId('w3m-account-select-network').tap()
        await look('Networks')
        await visitor.inWallet((wallet) => wallet.setChain(1))
        await look('UnsupportedChain')
        expect(visitor.problems).toEqual([])
      },
    )()
  },
)

test(
  'on a phone that is held sideways the window stands at the top and can be scrolled to its end',
  visiting(phone(740, 360), async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    const last = visitor.page.getByTestId('receive-networks-button')
    await last.scrollIntoViewIfNeeded()
    const box = await last.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(360)
    await last.tap()
    await visitor.view('WalletCompatibleNetworks').waitFor()
  }),
)

test(
  'a small screen scrolls inside of the sheet to its last control',
  visiting(phone(320, 480), async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    const last = visitor.page.getByTestId('receive-networks-button')
    await last.tap()
    await visitor.view('WalletCompatibleNetworks').waitFor()
    expect(await visitor.page.getByTestId('header-back').isVisible()).toBe(true)
  }),
)

test(
  'a tap beside the sheet closes it and presses nothing that lies behind it',
  visiting(phone(390), async (visitor) => {
    await visitor.open()
    const link = await visitor.page.getByRole('link', { name: 'Networks', includeHidden: true }).boundingBox()
    await visitor.page.touchscreen.tap((link?.x ?? 0) + 5, (link?.y ?? 0) + 5)
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.settled()
    expect(new URL(visitor.page.url()).hash).toBe('')
    expect(await visitor.dialog.count()).toBe(0)
  }),
)

test(
  'with enableMobileFullScreen the sheet takes the whole screen',
  visiting({ ...phone(390), query: { options: { enableMobileFullScreen: true } } }, async (visitor) => {
    await visitor.open()
    const box = await visitor.page.getByTestId('w3m-modal-card').boundingBox()
    expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 740 })
  }),
)

test(
  'without adapters a phone gets the list of wallets to pair with, which says that there is none yet',
  visiting({ ...phone(390), query: { options: { adapters: [] } } }, async (visitor) => {
    await visitor.open()
    await visitor.view('AllWallets').waitFor()
    await visitor.sees('No wallet to pair with')
  }),
)
