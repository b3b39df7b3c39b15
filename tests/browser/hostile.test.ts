import { closeBrowser, type Visit, visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

/** Everything that the browser computes for every element of the window, in the order of the document. */
const insideOf = (visitor: Visit): Promise<string[]> =>
  visitor.page.evaluate(async () => {
    const root = document.querySelector('portico-modal')?.shadowRoot
    const elements = [...(root?.querySelectorAll('.ModalFrame, .ModalFrame *') ?? [])]
    await Promise.allSettled(
      elements
        .flatMap((element) => element.getAnimations())
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    )
    return elements.map((element) => {
      const style = getComputedStyle(element)
      const values = [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`)
      const { x, y, width, height } = element.getBoundingClientRect()
      return `${element.getAttribute('class')} at ${[x, y, width, height].map(Math.round)} { ${values.join('; ')} }`
    })
  })

/** The window as it stands on a page: opened by a script, because a hostile page hides its own buttons. */
async function windowOn(query: Record<string, unknown>, go: (visitor: Visit) => Promise<void>): Promise<string[]> {
  const visitor = await visit({ query })
  try {
    await visitor.onPage((modal) => modal.open())
    await go(visitor)
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
])('%s looks the same on a page whose styles try to ruin it, to the last computed value', async (_, go) => {
  const friendly = await windowOn({}, go)
  const hostile = await windowOn({ hostile: 1 }, go)
  expect(friendly.length).toBeGreaterThan(10)
  expect(hostile.length).toBe(friendly.length)
  for (const [index, element] of hostile.entries()) expect(element).toBe(friendly[index])
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

test(
  'nothing of ours reaches the page: its elements, sheets and scripts are what they were, but for the scroll lock',
  visiting({ query: { options: { themeVariables: { '--w3m-accent': '#ff0000' } } } }, async (visitor) => {
    const page = () =>
      visitor.page.evaluate(() => {
        const ours = 'portico-modal, portico-modal *, script'
        const elements = [...document.querySelectorAll(`:not(${ours.replaceAll(', ', '):not(')})`)]
        return {
          looks: elements.map((element) => {
            const style = getComputedStyle(element)
            const isRoot = element === document.documentElement
            const names = [...style].filter((name) => !(isRoot && name.startsWith('overflow')))
            return `${element.outerHTML.slice(0, 60)} { ${names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')} }`
          }),
          sheets: [...document.styleSheets, ...document.adoptedStyleSheets].map((sheet) =>
            [...sheet.cssRules].map(({ cssText }) => cssText).join('\n'),
          ),
          styles: document.querySelectorAll('style, link[rel="stylesheet"]').length,
          globals: Object.keys(window).sort(),
        }
      })
    await visitor.page.getByTestId('connect-button').focus()
    const before = await page()
    await visitor.page.getByTestId('connect-button').click()
    await visitor.page.mouse.move(0, 0)
    await visitor.devWallet.waitFor()
    const during = await page()
    expect(during.sheets).toEqual(before.sheets)
    expect(during.styles).toBe(before.styles)
    expect(during.looks.length).toBe(before.looks.length)

    await visitor.devWallet.click()
    await visitor.reads('status', 'connected')
    await visitor.openReceive()
    await visitor.close()
    await visitor.page.mouse.move(0, 0)
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.reads('status', 'disconnected')
    await visitor.settled()
    const after = await page()
    expect(after.sheets).toEqual(before.sheets)
    expect(after.styles).toBe(before.styles)
    for (const [index, element] of after.looks.entries()) expect(element).toBe(before.looks[index])
    expect(await visitor.page.evaluate(() => document.documentElement.style.overflow)).toBe('')
  }),
)

test(
  'a page that listens to every event hears no key that was meant for the window’s Escape',
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
