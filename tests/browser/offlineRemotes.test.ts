import { deployReceive, receiveFiles, receiveUrl, restoreDeployment } from './support/deployment.ts'
import {
  copyButton,
  receiveButton,
  receiveView,
  remotesOf,
  retryButton,
  signs,
  toggleReceive,
} from './support/features.ts'
import { release, stack } from './support/stack.ts'
import { intercept } from './support/tamper.ts'
import { closeBrowser, visit, visiting } from './support/visit.ts'

beforeAll(async () => {
  await toggleReceive(true)
  release()
})
afterAll(closeBrowser)

const FILES: [string, () => string][] = [
  ['static.json', () => receiveUrl('static.json')],
  ['entry', () => receiveUrl(receiveFiles().entry.file)],
  ['expose chunk', () => receiveUrl(receiveFiles().expose[0]?.file ?? '')],
  ['view chunk', () => receiveUrl(receiveFiles().views.WalletReceive?.[0]?.file ?? '')],
]

test.each(FILES)('a remote whose %s answers 500 says so in its place, and Try again recovers', (_, urlOf) =>
  visiting({}, async (visitor) => {
    const mend = await intercept(visitor.page, urlOf(), (route) => route.fulfill({ status: 500, body: 'no' }))
    await visitor.connect()
    await visitor.openAccount()
    await receiveButton(visitor).click()
    await receiveView(visitor).getByText('Couldn’t load this feature').waitFor()
    await visitor.back()
    await visitor.view('Account').waitFor()
    await receiveButton(visitor).click()
    await receiveView(visitor).getByText('Couldn’t load this feature').waitFor()
    await mend()
    await retryButton(visitor).click()
    await copyButton(visitor).waitFor()
    await visitor.close()
    await signs(visitor)
  })(),
)

/** The cases run at once, because each waits for the eight seconds after which the modal gives up on a remote. */
test('a hanging remote fails after eight seconds, whichever of its files hangs, while the rest works', async () => {
  await Promise.all(
    FILES.map(async ([, urlOf]) => {
      const visitor = await visit()
      try {
        const mend = await intercept(visitor.page, urlOf(), async () => {})
        await visitor.connect()
        await visitor.openAccount()
        await receiveButton(visitor).click()
        await receiveView(visitor).getByRole('status').waitFor()
        await visitor.back()
        await visitor.view('Account').waitFor()
        await visitor.close()
        await signs(visitor)
        await visitor.openAccount()
        await receiveButton(visitor).click()
        await receiveView(visitor).getByText('This feature took too long to load').waitFor()
        await mend()
        await retryButton(visitor).click()
        await copyButton(visitor).waitFor()
      } finally {
        await visitor.end()
      }
    }),
  )
})

describe('a version that needs another contract', () => {
  beforeAll(() => deployReceive('1.9.0', '^9.0.0'))
  afterAll(restoreDeployment)

  test('is refused before any request to its origin, and a notice in its place says so', async () => {
    release({ channels: { receive: { stable: ['1.9.0'] } } })
    const visitor = await visit()
    try {
      await visitor.connect()
      await visitor.openAccount()
      const place = visitor.dialog.locator('[data-unavailable="receive"]')
      await place.getByText('This feature needs another version of the wallet window').waitFor()
      expect(await receiveButton(visitor).count()).toBe(0)
      await visitor.close()
      await signs(visitor)
      expect(visitor.requests.filter((url) => url.startsWith(stack.urls.remotes.receive ?? ''))).toEqual([])
    } finally {
      await visitor.end()
    }
  })

  test('gives way to an older version of the same channel that fits', async () => {
    release()
    const visitor = await visit()
    try {
      await visitor.connect()
      await visitor.openReceive()
      expect(await remotesOf(visitor)).toMatchObject({ receive: '1.0.0 ready' })
      expect(visitor.requests.some((url) => url.includes('/1.9.0/'))).toBe(false)
    } finally {
      await visitor.end()
    }
  })
})
