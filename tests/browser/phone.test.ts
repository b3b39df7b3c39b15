import { closeBrowser, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

const phone = (width: number, height = 740) =>
  ({ viewport: { width, height }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }) as const

/** Pressable controls that are too small, by name; links within a sentence are exempt (WCAG 2.5.8). */
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

/** How far content is wider than the visible part of the window, or the page than the screen. */
const sideways = (visitor: Visit): Promise<number> =>
  visitor.page.evaluate(() => {
    const root = document.querySelector('portico-modal')?.shadowRoot
    const overhangs = [...(root?.querySelectorAll<HTMLElement>('*') ?? [])]
      .filter((element) => /auto|scroll|clip/.test(getComputedStyle(element).overflowX))
      .map((element) => element.scrollWidth - element.clientWidth)
    return Math.max(document.documentElement.scrollWidth - innerWidth, ...overhangs)
  })

async function looksRight(visitor: Visit, view: string, width: number, height: number): Promise<void> {
  await visitor.view(view).waitFor()
  await visitor.stands()
  const card = visitor.page.getByTestId('w3m-modal-card')
  const box = await card.boundingBox()
  const bottom = Math.round((box?.y ?? 0) + (box?.height ?? 0))
  expect({ view, x: box?.x, width: box?.width, bottom }).toEqual({ view, x: 0, width, bottom: height })
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
  'on a phone in landscape the window is at the top and scrolls to its end',
  visiting(phone(740, 360), async (visitor) => {
    await visitor.connect()
    await visitor.openReceive()
    const last = visitor.page.getByTestId('receive-networks-button')
    // Repeated: while the view grows to its height, the control can be pushed out of sight again.
    await visitor.page.waitForFunction(
      (button) => {
        button?.scrollIntoView({ block: 'nearest' })
        return (button?.getBoundingClientRect().bottom ?? Infinity) <= innerHeight
      },
      await last.elementHandle(),
    )
    await last.tap()
    await visitor.view('WalletCompatibleNetworks').waitFor()
  }),
)

test(
  'on a small screen the sheet scrolls to its last control',
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
  'a tap beside the sheet closes it and presses nothing behind it',
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
    await visitor.stands()
    const box = await visitor.page.getByTestId('w3m-modal-card').boundingBox()
    expect(Object.values(box ?? {}).map(Math.round)).toEqual([0, 0, 390, 740])
  }),
)

test(
  'without adapters a phone gets the list of wallets to pair with',
  visiting({ ...phone(390), query: { options: { adapters: [] } } }, async (visitor) => {
    await visitor.open()
    await visitor.view('AllWallets').waitFor()
    await visitor.page.locator('[data-testid^="wallet-search-item-"]').first().waitFor()
  }),
)
