import { DEFAULT_SOCIALS } from '../../shared-contracts/src/limits.ts'
import { emailField, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { CONFIG_URL } from '../browser/support/features.ts'
import { closeBrowser, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

/** The project's operator decides what visitors without a wallet are offered. */

jest.setTimeout(60_000)

afterAll(closeBrowser)

/** A page of a project that offers exactly these ways to sign in: `email` and ids of providers. */
const namedByProject = (names: readonly string[]): VisitOptions => ({
  ...withoutWallet(),
  prepare: (context) =>
    context.route(CONFIG_URL, async (route) => {
      const response = await route.fetch()
      const config: { features: { id: string }[] } = await response.json()
      const features = config.features.map((feature) =>
        feature.id === 'social_login' ? { ...feature, isEnabled: names.length > 0, config: names } : feature,
      )
      await route.fulfill({ response, json: { ...config, features } })
    }),
})

const separator = ({ page }: Visit) => page.getByTestId('w3m-email-login-or-separator')

const shownProviders = ({ dialog }: Visit): Promise<(string | null)[]> =>
  dialog
    .getByTestId(/^social-selector-/)
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')?.replace('social-selector-', '') ?? null))

/** Opens the list, and waits until everything has loaded. */
async function openList(visitor: Visit): Promise<void> {
  await visitor.open()
  await visitor.page.locator('[data-skeleton]').waitFor({ state: 'detached' })
  await visitor.page.getByTestId('all-wallets').waitFor()
}

test.each(['eip155', 'solana'])(
  'a page of %s offers the field for an address and every provider by default',
  (family) => {
    const { query } = withoutWallet()
    return visiting({ query: { ...query, families: family } }, async (visitor) => {
      await openList(visitor)
      await emailField(visitor).waitFor()
      expect(await shownProviders(visitor)).toEqual([...DEFAULT_SOCIALS.slice(0, 5), 'more'])
      await visitor.page.getByTestId('social-selector-more').click()
      await visitor.view('ConnectSocials').getByTestId('social-selector-facebook').waitFor()
      expect(await shownProviders(visitor)).toEqual(DEFAULT_SOCIALS)
    })()
  },
)

test(
  'a page without e-mail and social login offers neither, and contains no frame of the secure site',
  visiting(namedByProject([]), async (visitor) => {
    await openList(visitor)
    expect(await emailField(visitor).count()).toBe(0)
    expect(await shownProviders(visitor)).toEqual([])
    expect(await separator(visitor).count()).toBe(0)
    expect(await visitor.page.locator('iframe').count()).toBe(0)
    expect(visitor.requests.filter((url) => url.includes('/sdk'))).toEqual([])
  }),
)

test(
  'a page without social login has the field for an address, an "or" below it and no provider buttons',
  visiting(namedByProject(['email']), async (visitor) => {
    await openList(visitor)
    const field = await emailField(visitor).boundingBox()
    const or = await separator(visitor).boundingBox()
    expect(await separator(visitor).textContent()).toBe('or')
    expect(or?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0))
    expect(await shownProviders(visitor)).toEqual([])
  }),
)

test(
  'a page without e-mail has exactly the providers of the project, and no frame before one is pressed',
  visiting(namedByProject(['google', 'x', 'discord']), async (visitor) => {
    await openList(visitor)
    expect(await shownProviders(visitor)).toEqual(['google', 'x', 'discord'])
    expect(await emailField(visitor).count()).toBe(0)
    expect(await visitor.page.locator('iframe').count()).toBe(0)
  }),
)
