import { parsed, variable } from '../../variables.ts'

const PAGES = 'must be origins like https://app.example, with commas between them'

/**
 * Origins of mini apps that sign in without a provider window: the page navigates to the provider and back, with the
 * code in its address. No frame of ours exists meanwhile, so the page itself is trusted with every wallet opened this
 * way. The operator decides that page by page.
 */
export type RedirectPages = readonly string[]

/** A single page's origin: pages trusted with wallets are named, not matched. */
const isOrigin = (text: string) =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

function parsePages(text: string): RedirectPages | undefined {
  const pages = text.split(',').map((page) => page.trim())
  return pages.every(isOrigin) ? pages : undefined
}

/** The environment variable of the allowed return pages. */
export const redirectEnvironment = {
  SOCIAL_REDIRECT_PAGES: variable(
    parsed(parsePages, PAGES),
    'origins of your mini apps, separated by commas. They return from a provider with its code in their address, and are [trusted](../threat-model.md#leaving-the-page-for-a-provider) with the wallets opened that way',
  ),
}
