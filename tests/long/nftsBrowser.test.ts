import { type Address, parseAbi } from 'viem'
import { type Collectibles, deployCollectibles } from '../../services/testing/collectibles.ts'
import { chain } from '../browser/support/evmChain.ts'
import { hiddenButton, NFTS, nftCard, nftCards, nftPicture, openNfts } from '../browser/support/nfts.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from '../browser/support/visit.ts'

/** Account 7 of the development mnemonic, for which anvil signs. */
const ARTIST: Address = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const MANY = 3_000
const A_TRANSACTION = 500

let on: Collectibles

beforeAll(async () => {
  on = await deployCollectibles(stack.urls.anvil, ARTIST)
})
afterAll(closeBrowser)

const describedBy = (value: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`
const svg = (content: string) =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`).toString('base64')}`
const BOAT = svg('<rect width="9" height="9" fill="teal"/>')

/** A retried test runs on the same chain. */
let lastId = BigInt(Date.now())
const newId = () => ++lastId

async function mintSingle(metadata: object): Promise<bigint> {
  const id = newId()
  await on.mintSingle(VISITOR, id, describedBy(metadata))
  return id
}

async function mintMulti(amount: bigint, metadata: object): Promise<bigint> {
  const id = newId()
  await on.mintMulti(VISITOR, [id], [amount])
  await on.describeMulti(id, describedBy(metadata))
  return id
}

const holds = (id: bigint): Promise<bigint> =>
  chain().readContract({
    abi: parseAbi(['function balanceOf(address owner, uint256 id) view returns (uint256)']),
    address: on.multi,
    functionName: 'balanceOf',
    args: [VISITOR, id],
  })

const toNfts = async (visitor: Visit) => {
  await visitor.connect()
  await openNfts(visitor)
}

const text = (visitor: Visit, testId: string) => visitor.view('NftDetails').getByTestId(testId).textContent()

test(
  'a visitor sees their NFTs on the chain, with name, collection and count',
  visiting({}, async (visitor) => {
    const mark = newId()
    const pass = await mintSingle({
      name: `Pass ${mark}`,
      description: 'Opens one door.\n\nOnce.',
      image: BOAT,
      attributes: [{ trait_type: 'Door', value: 'North' }],
    })
    const coin = await mintMulti(12_345n, { name: `Coin ${mark}`, image: BOAT })
    await toNfts(visitor)

    expect(await nftCard(visitor, `Coin ${mark}`).textContent()).toMatch(/Many× 12,345$/)
    await nftCard(visitor, `Coin ${mark}`).click()
    await visitor.view('NftDetails').waitFor()
    expect((await text(visitor, 'nft-held'))?.replaceAll(',', '')).toBe(String(await holds(coin)))
    expect(await text(visitor, 'nft-contract')).toBe(on.multi)
    await visitor.back()

    await nftCard(visitor, `Pass ${mark}`).click()
    await visitor.view('NftDetails').waitFor()
    expect(await text(visitor, 'nft-name')).toBe(`Pass ${mark}`)
    expect(await text(visitor, 'nft-collection')).toBe('Described')
    expect(await text(visitor, 'nft-description')).toBe('Opens one door.\n\nOnce.')
    expect(await text(visitor, 'nft-traits')).toBe('DoorNorth')
    expect(await text(visitor, 'nft-id')).toBe(String(pass))
    await visitor.view('NftDetails').locator('[data-picture="shown"]').waitFor()
    expect(visitor.problems).toEqual([])
  }),
)

test(
  'spam is hidden, and shown on request',
  visiting({}, async (visitor) => {
    const mark = newId()
    await mintSingle({ name: `Claim ${mark} at prize.example`, image: BOAT })
    await mintSingle({ name: `Honest ${mark}` })
    await toNfts(visitor)
    await nftCard(visitor, `Honest ${mark}`).waitFor()
    expect(await nftCard(visitor, `Claim ${mark}`).count()).toBe(0)
    await hiddenButton(visitor).click()
    await nftCard(visitor, `Claim ${mark}`).getByText('May be spam').waitFor()
    await hiddenButton(visitor).click()
    await nftCard(visitor, `Claim ${mark}`).waitFor({ state: 'detached' })
  }),
)

test(
  'token data is shown as text; pictures run no code and are requested only from the services',
  visiting({}, async (visitor) => {
    const mark = newId()
    const attack = 'document.title = parent.document.title = "taken over"'
    const html = `<img src=x onerror='${attack}'><script>${attack}</script>`
    const withLinks = `${html}<a href="https://evil.example">Go</a><img src="https://evil.example/text.png">`
    await mintSingle({
      name: `\u202eHostile ${mark} ${html}`,
      description: `${withLinks}\u2066`,
      image: svg(
        `<script>${attack}</script><image href="https://evil.example/image.png" width="9" height="9"/><rect width="9" height="9" fill="red" onload='${attack}'/>`,
      ),
      attributes: [{ trait_type: html, value: withLinks }],
    })
    await mintSingle({ name: `Missing ${mark}`, image: 'https://127.0.0.1/none.png' })
    const title = await visitor.page.title()
    await toNfts(visitor)
    const missing = nftCard(visitor, `Missing ${mark}`)
    await missing.locator('[data-picture="placeholder"]').waitFor()
    await missing.locator('img').waitFor({ state: 'detached' })
    const hostile = nftCard(visitor, `Hostile ${mark}`)
    await hostile.locator('[data-picture="shown"]').waitFor()
    expect(await hostile.textContent()).toContain(`Hostile ${mark} ${html}`)
    await hostile.click()
    await visitor.view('NftDetails').locator('[data-picture="shown"]').waitFor()
    expect(await text(visitor, 'nft-description')).toBe(withLinks)
    expect(await text(visitor, 'nft-traits')).toBe(html + withLinks)
    const pictures = await nftPicture(visitor)
      .locator('img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))
    expect(pictures).toEqual([expect.stringMatching(new RegExp(`^${stack.urls.services}/v1/image\\?`))])

    // The same holds for a picture opened as a page of its own.
    const alone = await visitor.context.newPage()
    const asked: string[] = []
    alone.on('request', (request) => asked.push(request.url()))
    const response = await alone.goto(pictures[0] ?? '')
    expect(response?.headers()['content-security-policy']).toContain('sandbox')
    expect(await response?.text()).not.toMatch(/script|onload|evil/)
    expect([await alone.title(), asked]).toEqual(['', pictures])

    expect(await visitor.page.title()).toBe(title)
    expect(visitor.requests.filter((url) => url.includes('evil.example') || url.includes('127.0.0.1/none'))).toEqual([])
  }),
)

test(
  'a failure is reported, and Try again retries',
  visiting({}, async (visitor) => {
    const mark = newId()
    await mintSingle({ name: `Late ${mark}` })
    await visitor.context.route(NFTS, (route) => route.abort())
    await toNfts(visitor)
    await visitor.sees('Couldn’t load NFTs')
    await visitor.context.unroute(NFTS)
    await visitor.page.getByTestId('nfts-retry').click()
    await nftCard(visitor, `Late ${mark}`).waitFor()
  }),
)

test(
  `of ${MANY} tokens each can be reached, at most sixty are in the page, and Back returns to the same place`,
  visiting({}, async (visitor) => {
    const ids = Array.from({ length: MANY }, newId)
    for (let begin = 0; begin < MANY; begin += A_TRANSACTION) {
      const some = ids.slice(begin, begin + A_TRANSACTION)
      await on.mintMulti(
        VISITOR,
        some,
        some.map(() => 1n),
      )
    }
    await toNfts(visitor)
    await nftCards(visitor).first().waitFor()
    const { most, seen } = await visitor.page.getByTestId('nft-list').evaluate(async (list) => {
      const all = new Set<string>()
      let mostAtOnce = 0
      const look = () => {
        const cards = [...list.querySelectorAll<HTMLElement>('[data-nft]')]
        mostAtOnce = Math.max(mostAtOnce, cards.length)
        for (const { dataset } of cards) all.add(dataset.nft ?? '')
      }
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      // Cards that are still loading have no token.
      const isAtEnd = () =>
        list.scrollTop + list.clientHeight >= list.scrollHeight - 1 && !list.querySelector('.VirtualGrid-awaited')
      do {
        list.scrollTop += 400
        await frame()
        look()
      } while (!isAtEnd())
      return { most: mostAtOnce, seen: [...all] }
    })
    expect(most).toBeLessThanOrEqual(60)
    const reached = new Set(seen)
    expect(ids.filter((id) => !reached.has(`${on.multi}/${id}`))).toEqual([])

    const list = visitor.page.getByTestId('nft-list')
    const at = await list.evaluate((element) => element.scrollTop)
    await nftCards(visitor).last().click()
    await visitor.view('NftDetails').waitFor()
    await visitor.back()
    await nftCards(visitor).first().waitFor()
    expect(await list.evaluate((element) => element.scrollTop)).toBe(at)
  }),
)
