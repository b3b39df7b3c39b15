import { CONFIG_URL, openWithConfig } from '../browser/support/features.ts'
import { describeOn, stack } from '../browser/support/stack.ts'
import { connectTo, type Family } from '../browser/support/succeedsNow.ts'
import { closeBrowser, type Visit, type VisitOptions, visiting } from '../browser/support/visit.ts'

/**
 * What the account offers a connected visitor, which depends on the operator and on the visitor's chain (views.md §27).
 */

afterAll(closeBrowser)

const OFFERS = {
  swaps: 'wallet-features-swaps-button',
  onramp: 'wallet-features-onramp-button',
  activity: 'tab-activity',
} as const
type Offered = keyof typeof OFFERS
const ALL = Object.keys(OFFERS) as Offered[]
/** From a feature's id in the project configuration to its name in this test. */
const FEATURES: Readonly<Record<string, Offered>> = { swap: 'swaps', onramp: 'onramp', activity: 'activity' }

/** A page of a project in which, of the three features, only these are on. */
const projectWith = (on: readonly Offered[]): VisitOptions => ({
  prepare: (context) =>
    context.route(CONFIG_URL, async (route) => {
      const response = await route.fetch()
      const config: { features: { id: string }[] } = await response.json()
      const features = config.features.map((feature) => {
        const name = FEATURES[feature.id]
        return name && !on.includes(name) ? { ...feature, isEnabled: false, config: [] } : feature
      })
      await route.fulfill({ response, json: { ...config, features } })
    }),
})

const offer = ({ page }: Visit, name: Offered) => page.getByTestId(OFFERS[name])
const fetchedOf = ({ requests }: Visit, name: Offered) =>
  requests.filter((url) => url.startsWith(stack.urls.remotes[name] ?? 'none'))

test.each<[string, readonly Offered[]]>([
  ['all three features', ALL],
  ['only activity and on-ramp', ['onramp', 'activity']],
  ['none of the three features', []],
])(
  'with %s on, the account shows exactly these features and fetches no code of the others',
  (_, on) =>
    visiting(projectWith(on), async (visitor) => {
      await visitor.connect()
      await openWithConfig(visitor)
      for (const name of on) await offer(visitor, name).waitFor()
      for (const name of ALL.filter((one) => !on.includes(one))) {
        expect([name, await offer(visitor, name).count(), fetchedOf(visitor, name)]).toEqual([name, 0, []])
      }
    })(),
  60_000,
)

test(
  'with the on-ramp on, one press shows the providers of this project',
  visiting(projectWith(['onramp']), async (visitor) => {
    await visitor.connect()
    await openWithConfig(visitor)
    await offer(visitor, 'onramp').click()
    await visitor
      .view('OnRampProviders')
      .getByTestId(/^onramp-provider-/)
      .first()
      .waitFor()
  }),
  60_000,
)

const onFamily = (family: Family, query: VisitOptions['query'], expected: number) =>
  visiting({ query: { families: family, ...query } }, async (visitor) => {
    await connectTo(visitor, family, 'bitcoin')
    await openWithConfig(visitor)
    await visitor.page.getByTestId('wallet-features-receive-button').waitFor()
    expect(await offer(visitor, 'onramp').count()).toBe(expected)
  })

test('an account on EVM is offered the on-ramp', onFamily('eip155', {}, 1), 60_000)
describeOn('solana')('with Solana', () => {
  test('an account on Solana is offered the on-ramp', onFamily('solana', { solana: 'ok' }, 1), 60_000)
})
describeOn('bitcoin')('with Bitcoin', () => {
  test('an account on Bitcoin is not offered the on-ramp', onFamily('bip122', { bitcoin: 'ok' }, 0), 60_000)
})
