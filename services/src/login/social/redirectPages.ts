import { optional, pipe, rawTransform, string } from 'valibot'

const PAGES = 'must be origins like https://app.example, with commas between them'

/** A single page's origin: pages trusted with wallets are named, not matched. */
const isOrigin = (text: string) =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** The environment variable of the allowed return pages. */
export const redirectEnvironment = {
  SOCIAL_REDIRECT_PAGES: optional(
    pipe(
      string(),
      rawTransform<string, readonly string[]>(({ dataset, addIssue, NEVER }) => {
        const pages = dataset.value.split(',').map((page) => page.trim())
        if (pages.every(isOrigin)) return pages
        addIssue({ message: PAGES })
        return NEVER
      }),
    ),
  ),
}

/**
 * Origins of mini apps that sign in without a provider window: the page navigates to the provider and back, with the
 * code in its address. No frame of ours exists meanwhile, so the page itself is trusted with every wallet opened this
 * way. The operator decides that page by page.
 */
export type RedirectPages = readonly string[]
