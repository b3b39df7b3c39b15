/** @jest-environment jsdom */
import { ModalError, transactionConfirmed } from '@portico/contracts'
import { ADDRESS, ethereum, fakeActing, fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { type NftVisitor, nftVisitor, wireNft, wirePages } from '../../../../testing/nfts.tsx'
import { inShell } from '../../../../testing/shell.tsx'
import { Nfts } from './Nfts.tsx'

beforeAll(fillBrowserGaps)
afterEach(async () => {
  jest.restoreAllMocks()
  await unmountAll()
})

const visitorWith = (answer: Parameters<typeof nftVisitor>[1]) =>
  nftVisitor({ network: ethereum, address: ADDRESS, acting: fakeActing }, answer)

async function show(visitor: NftVisitor) {
  const view = await render(inShell(visitor.test, <Nfts account={visitor.account} network={ethereum} />))
  await visitor.settle()
  const cards = () => [...view.container.querySelectorAll<HTMLElement>('[data-testid=nft-card]')]
  const list = () => view.container.querySelector<HTMLElement>('[data-testid=nft-list]')
  return {
    ...view,
    cards,
    ids: () => cards().map(({ dataset }) => dataset.nft?.split('/')[1]),
    has: (testId: string) => view.container.querySelector(`[data-testid=${testId}]`) !== null,
    async scrollTo(top: number) {
      await act(async () => {
        const element = list()
        if (!element) throw new Error('There is no list.')
        element.scrollTop = top
        element.dispatchEvent(new Event('scroll', { bubbles: true }))
      })
      await visitor.settle()
    },
  }
}

const unreachable = () => Promise.reject(new ModalError('service.unreachable'))

test('the name, collection and amount of each NFT are shown', async () => {
  const view = await show(
    visitorWith(async () => ({
      data: [
        wireNft(1, { amount: '12345' }),
        wireNft(2, { name: null, collection: null }),
        wireNft(3, { id: '12345678901234567', name: null, amount: '1' }),
        wireNft(4, { amount: (10n ** 30n).toString() }),
      ],
    })),
  )
  expect(view.names('[data-testid=nft-card]')).toEqual([
    'Ape 1Apes× 12,345',
    '#2',
    '#12345678…4567Apes',
    'Ape 4Apes× 1,000,000,000,000,000,000T',
  ])
})

test('placeholders are shown while the first NFTs load', async () => {
  const view = await show(visitorWith(() => new Promise(() => {})))
  expect(view.has('nfts-loading')).toBe(true)
  expect(view.container.querySelectorAll('.VirtualGrid-awaited')).toHaveLength(4)
  expect(view.cards()).toEqual([])
})

test('an account without NFTs is described as such', async () => {
  const view = await show(visitorWith(async () => ({ data: [], next: null })))
  expect(view.text()).toBe('No NFTs yetNFTs in this account on Ethereum will appear here.')
})

test('an account whose NFTs are unknown is not described as having none', async () => {
  const refusal = new ModalError('service.status', { details: { status: 400, code: 'chain.unsupported' } })
  const view = await show(visitorWith(() => Promise.reject(refusal)))
  expect(view.text()).toContain('NFTs on Ethereum can’t be shown here')
})

test('a failure is shown, and Try again retries', async () => {
  let answer: () => Promise<unknown> = unreachable
  const visitor = visitorWith(() => answer())
  const view = await show(visitor)
  expect(view.text()).toContain('Couldn’t load NFTs')
  expect(visitor.asked).toHaveLength(1)
  answer = async () => ({ data: [wireNft(1)] })
  await view.press('Try again')
  await visitor.settle()
  expect(view.ids()).toEqual(['1'])
  expect(view.has('nfts-retry')).toBe(false)
})

test('of a thousand NFTs, at most sixty cards are in the page, and the next page loads while scrolling', async () => {
  const visitor = visitorWith(wirePages(1_000))
  const view = await show(visitor)
  // No second page before the visitor has scrolled.
  expect(visitor.asked.map(({ query }) => query?.cursor)).toEqual([undefined])
  const seen = new Set<string | undefined>()
  for (let top = 0; top <= 500 * 200; top += 1_000) {
    await view.scrollTo(top)
    expect(view.cards().length).toBeLessThanOrEqual(60)
    for (const id of view.ids()) seen.add(id)
  }
  expect(seen.size).toBe(1_000)
  expect(visitor.asked).toHaveLength(42)
}, 60_000)

test('if the next page fails, the list stays, and a click retries', async () => {
  let isDown = true
  const all = wirePages(40)
  const visitor = visitorWith((request) => (request.query?.cursor && isDown ? unreachable() : all(request)))
  const view = await show(visitor)
  await view.scrollTo(1_000)
  expect(view.text()).toContain('Couldn’t load more NFTs')
  expect(visitor.asked).toHaveLength(2)
  isDown = false
  await view.press('Try again')
  await visitor.settle()
  await view.scrollTo(4_000)
  expect(view.ids()).toContain('40')
})

test('spam is hidden and counted, and labeled when the visitor shows it', async () => {
  const data = [wireNft(1), wireNft(2, { isSpam: true, name: 'Claim' }), wireNft(3, { isSpam: true })]
  const view = await show(visitorWith(async () => ({ data, next: null })))
  expect(view.ids()).toEqual(['1'])
  await view.press('Show hidden (2)')
  expect(view.names('[data-testid=nft-card]')).toEqual(['Ape 1Apes', 'ClaimMay be spamApes', 'Ape 3May be spamApes'])
  await view.press('Hide again')
  expect(view.ids()).toEqual(['1'])
})

test('an account with only spam looks empty, and the visitor can show the spam', async () => {
  const view = await show(visitorWith(async () => ({ data: [wireNft(2, { isSpam: true })], next: null })))
  expect(view.text()).toContain('No NFTs yet')
  await view.press('Show hidden (1)')
  expect(view.ids()).toEqual(['2'])
})

test('after ten pages of only spam, further pages are loaded only on request', async () => {
  let page = 0
  const visitor = visitorWith(async () => ({ data: [wireNft(++page, { isSpam: true })], next: String(page) }))
  const view = await show(visitor)
  for (let round = 0; round < 15; round++) await visitor.settle()
  expect(visitor.asked).toHaveLength(10)
  await view.press('Load more')
  await visitor.settle()
  expect(visitor.asked).toHaveLength(11)
})

test('after a transaction the list is reloaded', async () => {
  let data = [wireNft(1), wireNft(2)]
  const visitor = visitorWith(async () => ({ data, next: null }))
  const view = await show(visitor)
  data = [wireNft(2)]
  await act(async () => void visitor.test.store.dispatch(transactionConfirmed({ namespace: 'eip155', hash: '0x1' })))
  await visitor.settle()
  expect(view.ids()).toEqual(['2'])
  expect(visitor.asked).toHaveLength(2)
})

test('a response that was requested before a transaction is not shown', async () => {
  const answers: ((answer: unknown) => void)[] = []
  const visitor = visitorWith(() => new Promise((resolve) => void answers.push(resolve)))
  const view = await show(visitor)
  await act(async () => void visitor.test.store.dispatch(transactionConfirmed({ namespace: 'eip155', hash: '0x1' })))
  answers[0]?.({ data: [wireNft(1)] })
  await visitor.settle()
  expect(view.ids()).toEqual([])
  answers[1]?.({ data: [wireNft(2)] })
  await visitor.settle()
  expect(view.ids()).toEqual(['2'])
})

test('leaving the view aborts the request', async () => {
  const visitor = visitorWith(() => new Promise(() => {}))
  await show(visitor)
  const [question] = visitor.asked
  expect(question?.signal?.aborted).toBe(false)
  await unmountAll()
  expect(question?.signal?.aborted).toBe(true)
})

test('returning within 30 seconds shows the same list; later the list is reloaded', async () => {
  const visitor = visitorWith(wirePages(3))
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000)
  await show(visitor)
  await unmountAll()
  now.mockReturnValue(1_029_999)
  const view = await show(visitor)
  expect([view.cards().length, visitor.asked.length]).toEqual([3, 1])
  await unmountAll()
  now.mockReturnValue(1_030_000)
  await show(visitor)
  expect(visitor.asked).toHaveLength(2)
})

test('returning from the details restores the scroll position', async () => {
  const visitor = visitorWith(wirePages(200))
  const view = await show(visitor)
  await view.scrollTo(800)
  await view.scrollTo(2_000)
  const before = view.ids()
  await act(async () => view.cards()[4]?.click())
  expect(visitor.test.store.getState().router.stack.at(-1)?.view).toBe('NftDetails')
  await unmountAll()
  const again = await show(visitor)
  expect(again.ids()).toEqual(before)
})

test('a picture is requested only from the services, without a referrer; if it fails, a placeholder is shown', async () => {
  const data = [
    wireNft(1, { image: '/v1/image?url=x' }),
    wireNft(2, { image: 'https://tracker.example/pixel.png' }),
    wireNft(3),
  ]
  const view = await show(visitorWith(async () => ({ data })))
  const pictures = [...view.container.querySelectorAll('img')]
  expect(pictures.map((one) => [one.src, one.getAttribute('referrerpolicy'), one.crossOrigin])).toEqual([
    [expect.stringMatching(/^https:\/\/[^/]+\/v1\/image\?url=x$/), 'no-referrer', 'anonymous'],
  ])
  await act(async () => void pictures[0]?.dispatchEvent(new Event('error')))
  expect(view.container.querySelectorAll('img')).toHaveLength(0)
  expect(view.container.querySelectorAll('[data-picture=placeholder] svg')).toHaveLength(3)
})

test("an NFT's texts are rendered only as text", async () => {
  const name = '<img src=x onerror="alert(1)">'
  const view = await show(visitorWith(async () => ({ data: [wireNft(1, { name, collection: '<b>bold</b>' })] })))
  expect(view.names('[data-testid=nft-card]')).toEqual([`${name}<b>bold</b>`])
  expect(view.container.querySelectorAll('img, b')).toHaveLength(0)
})

test('the arrow keys move between cards', async () => {
  const view = await show(visitorWith(wirePages(9)))
  const press = (key: string) =>
    act(async () => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  const focused = () => (document.activeElement as HTMLElement).dataset.nft?.split('/')[1]
  await act(async () => view.cards()[0]?.focus())
  const path = []
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'End', 'ArrowDown', 'Home']) {
    await press(key)
    path.push(focused())
  }
  expect(path).toEqual(['2', '4', '3', '1', '1', '9', '9', '1'])
})
