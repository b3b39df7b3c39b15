import { closeBrowser, type Visit, visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

/** Position and computed style of every element of the window, in document order. */
async function insideOf(visitor: Visit): Promise<string[][]> {
  await visitor.stands()
  return visitor.page.evaluate(() => {
    const root = document.querySelector('portico-modal')?.shadowRoot
    return [...(root?.querySelectorAll('.ModalFrame *') ?? [])].map((element) => {
      const style = getComputedStyle(element)
      const { x, y, width, height } = element.getBoundingClientRect()
      return [
        element.getAttribute('class') ?? element.localName,
        `stands at ${[x, y, width, height].map(Math.round)}`,
        ...[...style].sort().map((name) => `${name}: ${style.getPropertyValue(name)}`),
      ]
    })
  })
}

/** Opens the window by a script, because a hostile page hides its own buttons. */
async function windowOn(query: Record<string, unknown>, go: (visitor: Visit) => Promise<void>) {
  const visitor = await visit({ query })
  try {
    await visitor.onPage((modal) => modal.open())
    await go(visitor)
    // Everything that the list loads has arrived, in whatever order.
    await visitor.page.waitForLoadState('networkidle')
    return await insideOf(visitor)
  } finally {
    await visitor.end()
  }
}

const connectAndReopen = async (visitor: Visit) => {
  await visitor.devWallet.click()
  await visitor.reads('status', 'connected').catch(() => {})
  await visitor.onPage((modal) => modal.open())
  await visitor.page.getByTestId('account-balance').waitFor()
}

test.each<[string, (visitor: Visit) => Promise<void>]>([
  ['Connect', (visitor) => visitor.devWallet.waitFor()],
  ['Account', connectAndReopen],
  [
    'Receive',
    async (visitor) => {
      await connectAndReopen(visitor)
      await visitor.onPage((modal) => modal.open({ view: 'WalletReceive' }))
      await visitor.page.getByTestId('receive-address-copy-button').waitFor()
    },
  ],
])('%s has the same computed styles on a page whose styles try to ruin it', async (_, go) => {
  const friendly = await windowOn({}, go)
  const hostile = await windowOn({ hostile: 1 }, go)
  expect(friendly.length).toBeGreaterThan(10)
  expect(hostile.length).toBe(friendly.length)
  for (const [index, element] of hostile.entries()) expect(element).toEqual(friendly[index])
})

test(
  'the page itself is really hostile: its own button is gone',
  visiting({ query: { hostile: 1 } }, async (visitor) => {
    expect(await visitor.page.getByTestId('connect-button').isVisible()).toBe(false)
    await visitor.onPage((modal) => modal.open())
    await visitor.devWallet.click()
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await visitor.onPage((modal) => modal.getIsConnectedState())).toBe(true)
  }),
)

/**
 * The page without the modal: the look of every element, the page's style sheets, and what scripts can see of the page.
 */
async function pageItself(visitor: Visit) {
  await visitor.page.mouse.move(0, 0)
  return visitor.page.evaluate(async () => {
    // The focused element can have a ring.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement.localName !== 'portico-modal') activeElement.blur()
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const elements = [...document.querySelectorAll(':not(portico-modal):not(script)')]
    return {
      looks: elements.map((element) => {
        const style = getComputedStyle(element)
        // The scroll lock is on the root, and nowhere else.
        const names = [...style].filter((name) => element !== document.documentElement || !/^overflow/.test(name))
        return [element.cloneNode(false), ...names.map((name) => `${name}: ${style.getPropertyValue(name)}`)].map(
          (part) => (part instanceof Element ? part.outerHTML : String(part)),
        )
      }),
      sheets: [...document.styleSheets, ...document.adoptedStyleSheets].map(({ cssRules }) =>
        [...cssRules].map(({ cssText }) => cssText).join(),
      ),
      globals: Object.keys(window).sort(),
    }
  })
}

test(
  'the modal changes neither the elements nor the style sheets of the page',
  visiting({ query: { options: { themeVariables: { '--w3m-accent': '#ff0000' } } } }, async (visitor) => {
    await visitor.onPage((modal) => modal.ready())
    await visitor.reads('chain-id', '31337')
    const before = await pageItself(visitor)
    await visitor.open()
    await visitor.devWallet.waitFor()
    const during = await pageItself(visitor)
    // Except for the scroll lock.
    expect(during.looks[0]?.[0]).toMatch(/style="overflow: hidden;"/)
    expect(during.looks.slice(1)).toEqual(before.looks.slice(1))
    expect(during.sheets).toEqual(before.sheets)

    await visitor.devWallet.click()
    await visitor.reads('status', 'connected')
    await visitor.openReceive()
    await visitor.close()
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.reads('status', 'disconnected')
    expect(await pageItself(visitor)).toEqual({ ...before, globals: expect.anything() })
  }),
)

test(
  'a page that listens to every event does not see the Escape that closes the window',
  visiting({}, async (visitor) => {
    await visitor.page.evaluate(() => {
      document.addEventListener('keydown', ({ key }) => {
        document.title += ` ${key}`
      })
    })
    await visitor.open()
    await visitor.page.keyboard.press('Escape')
    await visitor.dialog.waitFor({ state: 'detached' })
    expect(await visitor.page.title()).not.toContain('Escape')
  }),
)
