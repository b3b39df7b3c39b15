import type { Translate } from '@portico/contracts/formatMessage'
import { visibleText } from '@portico/contracts/preview'
import type { MakeElement } from './element.ts'

export interface Asker {
  /** As reported by the browser. */
  readonly origin: string
  /** The site's own name for itself, which anybody can choose. */
  readonly siteName?: string
  /** How many requests wait behind this one. */
  readonly waiting: number
}

/** Origins on the visitor's own machine: nothing could change their requests on the way. */
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|[^/:]+\.localhost)(?::\d+)?$/

/** Longer origins need smaller letters to fit. */
const LONG = 48

/** Anybody between the visitor and the site could have written such a page's requests. */
const isOpen = (origin: string): boolean => origin.startsWith('http:') && !LOCAL.test(origin)

/** Shows the requesting site: first its full origin, which is what counts; then the name that it claims to have. */
export function showAsker(
  { make, t }: { readonly make: MakeElement; readonly t: Translate },
  { origin, siteName, waiting }: Asker,
): HTMLElement {
  const [, scheme = '', host = origin] = /^([a-z][a-z\d+.-]*:\/\/)(.+)$/.exec(origin) ?? []
  const hint = (text: string) => make('p', { class: 'approval-hint', dir: 'auto' }, text)
  return make(
    'header',
    {},
    make('p', { class: 'approval-label', id: 'asked' }, t('approval.askedBy')),
    make(
      'p',
      {
        class: `approval-origin ${origin.length > LONG ? 'approval-origin-long' : ''}`.trim(),
        id: 'origin',
        dir: 'ltr',
        'data-testid': 'origin',
      },
      scheme ? make('span', { class: 'approval-scheme' }, scheme) : undefined,
      host,
    ),
    isOpen(origin) ? make('p', { class: 'approval-warning approval-open' }, t('approval.open')) : undefined,
    siteName
      ? make(
          'p',
          { class: 'approval-hint approval-claim', dir: 'auto' },
          t('approval.claimedName', { name: visibleText(siteName).text }),
        )
      : undefined,
    waiting > 0 ? hint(t('approval.waiting', { count: waiting })) : undefined,
  )
}
