import { optional, pipe, rawTransform, string } from 'valibot'

const PAGES = 'must be origins like https://app.example, with commas between them'

/** Of one page: who is trusted with wallets is named, not matched. */
const isOrigin = (text: string) =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** The variable that says who may be led back to. */
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
 * Origins of mini apps that sign in without a window of the provider: the page is left for the provider and led back to, with
 * the code in its address. No frame of ours is there meanwhile, so the page itself is trusted with every wallet that is
 * opened on it in this way. That is for the operator to say, page by page.
 */
export type RedirectPages = readonly string[]
