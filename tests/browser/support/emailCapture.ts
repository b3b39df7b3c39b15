import type { BrowserContext } from 'playwright-core'

const CONFIG = '**/appkit/v1/config?**'

/** A project whose operator has switched `email_capture` on with these settings. */
export const capturing =
  (settings: readonly string[]) =>
  (context: BrowserContext): Promise<unknown> =>
    context.route(CONFIG, async (route) => {
      const answer = await route.fetch()
      const config = (await answer.json()) as { features: { id: string }[] }
      const features = config.features.map((feature) =>
        feature.id === 'email_capture' ? { ...feature, isEnabled: true, config: settings } : feature,
      )
      await route.fulfill({ response: answer, json: { ...config, features } })
    })
