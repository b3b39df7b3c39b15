import { cards, madeUpDirectory, openAllWallets, searchField } from '../browser/support/directory.ts'
import { closeBrowser, type Visit, visit, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

/** The page never holds more cards than this. */
const CARDS_MAX = 60
const ELEMENTS_MAX = 400
const TIMES_FIFTY = 1.5

const many = (count: number) => ({ prepare: madeUpDirectory(count) })
const wallet = (visitor: Visit, index: number) =>
  cards(visitor).filter({ has: visitor.page.getByText(`Wallet ${index}`, { exact: true }) })

async function holds(visitor: Visit): Promise<void> {
  expect(await cards(visitor).count()).toBeLessThanOrEqual(CARDS_MAX)
  const elements = await visitor.view('AllWallets').evaluate((view) => view.querySelectorAll('*').length)
  expect(elements).toBeLessThanOrEqual(ELEMENTS_MAX)
}

/**
 * The time from the press to the first card, by the page's own clock: the median of `times` measurements, so that slow
 * moments do not count.
 */
async function msToFirstCard(visitor: Visit, times: number): Promise<number> {
  const samples: number[] = []
  for (let time = 0; time < times; time++) {
    await visitor.open()
    await visitor.page.getByTestId('all-wallets').waitFor()
    const ms = await visitor.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const root = document.querySelector('portico-modal')?.shadowRoot
          performance.mark('directory:press')
          root?.querySelector<HTMLElement>('[data-testid="all-wallets"]')?.click()
          const look = () => {
            if (root?.querySelector('[data-testid^="wallet-search-item-"]')) {
              performance.mark('directory:card')
              resolve(performance.measure('directory', 'directory:press', 'directory:card').duration)
            } else requestAnimationFrame(look)
          }
          look()
        }),
    )
    samples.push(ms)
    await visitor.close()
  }
  return samples.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN
}

test('the first of 5,000 wallets appears about as fast as the first of 50, and the page holds only a few cards', async () => {
  const few = await visit(many(50))
  const all = await visit(many(5_000))
  try {
    // The short and the long list alternate, so that a slow moment of the machine affects both. The first round does
    // not count, because it also loads the code.
    const samples = { few: [] as number[], all: [] as number[] }
    for (let round = 0; round < 4; round++) {
      const [small, big] = [await msToFirstCard(few, 3), await msToFirstCard(all, 3)]
      if (round === 0) continue
      samples.few.push(small)
      samples.all.push(big)
    }
    // Less than two frames counts as instant.
    const least = 34
    expect(Math.min(...samples.all)).toBeLessThanOrEqual(Math.max(least, Math.min(...samples.few)) * TIMES_FIFTY)
    await openAllWallets(all)
    await cards(all).first().waitFor()
    await holds(all)
  } finally {
    await few.end()
    await all.end()
  }
}, 120_000)

test(
  'the keyboard reaches the last of 400 wallets; focus is never lost, and the page holds only a few cards',
  visiting(many(400), async (visitor) => {
    await openAllWallets(visitor)
    await cards(visitor).first().focus()
    for (let page = 1; page <= 10; page++) {
      await visitor.page.keyboard.press('End')
      await wallet(visitor, page * 40).waitFor()
      await visitor.page.waitForFunction(
        (name) => document.querySelector('portico-modal')?.shadowRoot?.activeElement?.textContent?.includes(name),
        `Wallet ${page * 40}`,
      )
      if (page < 10)
        await visitor.page.waitForFunction(
          (count) =>
            Number(
              document
                .querySelector('portico-modal')
                ?.shadowRoot?.querySelector<HTMLElement>('.VirtualGrid-all')
                ?.style.blockSize.replace('px', ''),
            ) > count,
          Math.ceil((page * 40) / 3) * 120,
        )
    }
    await holds(visitor)
    await visitor.page.keyboard.press('Home')
    await wallet(visitor, 1).waitFor()
    expect(await visitor.focused()).toContain('wallet-search-item-')
  }),
)

test(
  'the wheel reaches the last of 400 wallets; a focused card keeps the focus while out of sight',
  visiting(many(400), async (visitor) => {
    await openAllWallets(visitor)
    await cards(visitor).first().focus()
    const focused = await visitor.focused()
    await visitor.page.getByTestId('wallet-list').hover()
    const end = wallet(visitor, 400)
    for (let turns = 0; turns < 200 && (await end.count()) === 0; turns++) {
      await visitor.page.mouse.wheel(0, 1_500)
      await visitor.settled()
    }
    await end.waitFor()
    await holds(visitor)
    expect(await visitor.focused()).toBe(focused)
  }),
)

test(
  'a search among 5,000 wallets shows the loaded matches first, then those from the directory',
  visiting(many(5_000), async (visitor) => {
    await openAllWallets(visitor)
    await cards(visitor).first().waitFor()
    const asked = () => visitor.requests.filter((url) => url.includes('search=')).length
    await searchField(visitor).pressSequentially('wallet 39')
    await wallet(visitor, 39).waitFor()
    expect(await cards(visitor).first().textContent()).toContain('Wallet 39')
    await visitor.page.keyboard.press('ArrowDown')
    const focused = await visitor.focused()
    await visitor.dialog.getByRole('status').getByText('100 wallets', { exact: true }).waitFor()
    expect(asked()).toBe(1)
    expect(await visitor.focused()).toBe(focused)
    expect(await cards(visitor).first().textContent()).toContain('Wallet 39')
    await wallet(visitor, 390).waitFor()
    await holds(visitor)
  }),
)
