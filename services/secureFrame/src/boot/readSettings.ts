import { SETTINGS_META_NAME, SecureSiteSettings } from '@portico/contracts/services/secureSite'
import { parseJson, pipe, safeParse, string } from 'valibot'

const Content = pipe(string(), parseJson(), SecureSiteSettings)

/** What the server of the secure site has written into its page; undefined where it has written nothing that can be read. */
export function readSettings(page: Pick<Document, 'querySelector'>): SecureSiteSettings | undefined {
  const meta = page.querySelector(`meta[name="${SETTINGS_META_NAME}"]`)
  const { success, output } = safeParse(Content, meta?.getAttribute('content'))
  return success ? output : undefined
}
