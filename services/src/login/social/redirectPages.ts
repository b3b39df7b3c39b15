import { parsed, variable } from '../../variables.ts'

const PAGES = 'must be origins like https://app.example, with commas between them'

/**
 * Origins of mini apps that sign in without a window for the provider: the page itself navigates to the provider, and
 * returns with the code in its address. Meanwhile our frame does not exist, so the page is trusted with every wallet
 * that is opened this way. The operator decides this for each page.
 */
export type RedirectPages = readonly string[]

/** A single origin, without wildcards: a page that is trusted with wallets must be named. */
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
