import type { Description, PreviewContext } from '@portico/contracts/preview'
import { hasTokens } from './context.ts'
import { type Asker, showAsker } from './showAsker.ts'
import { showDetails, showFields, showGist } from './showDescription.ts'
import { type Cost, showFacts } from './showFacts.ts'
import { showRaw } from './showRaw.ts'
import type { Showing } from './showValue.ts'
import { BODY_LEAST } from './visibilityRules.ts'

export interface Shown extends Asker, Cost {
  readonly context: PreviewContext
  readonly description: Description
}

export interface Screen {
  readonly element: HTMLElement
  /** The expected changes, above everything else. */
  readonly outcome: HTMLElement
  /** The only part that scrolls. */
  readonly body: HTMLElement
  /** The description of what is signed; fee and account follow after it. */
  readonly details: HTMLElement
  /** Marks the end of everything except the raw data. */
  readonly end: HTMLElement
  /** Shown if the name of a token comes only from the token's own contract. */
  readonly tokenNote: HTMLElement
  readonly hint: HTMLElement
  /** Elements whose size `fit` depends on. */
  readonly sized: readonly HTMLElement[]
  /** All elements that have to be in sight; updated after each change of the screen. */
  readonly parts: () => readonly HTMLElement[]
  /**
   * Call after each change: places the gist above the scrolling part, or inside it if there is too little room.
   * @returns whether the gist is above
   */
  readonly fit: () => boolean
}

/** Whether there is nothing to read but the data themselves. */
const isBareData = ({ kind }: Description) => kind === 'typedData' || kind === 'unknownTypedData'

const isEmpty = (element: Element) => element.childNodes.length === 0 || (element as HTMLElement).hidden

/**
 * Draws a request: the requesting site, then the gist that never scrolls away (title, outcome, allowances, warnings,
 * receivers), then the details, which scroll, then the buttons. Whatever the site has sent is text only.
 * @param longestHint the hint whose space is reserved, so that no hint moves a button
 */
export function showScreen(
  showing: Showing,
  shown: Shown,
  buttons: readonly HTMLElement[],
  longestHint: string,
): Screen {
  const { make, t, locale } = showing
  const { context, description } = shown
  const header = showAsker(showing, shown)
  const outcome = make('div', { class: 'approval-outcome', role: 'status' })
  const gist = make(
    'section',
    { class: 'approval-gist', 'data-testid': 'gist' },
    make('h1', { id: 'title' }, t(description.titleKey)),
    outcome,
    ...showGist(showing, description),
  )
  const tokenNote = make('p', { class: 'approval-line approval-hint' }, t('preview.tokenNamesItself'))
  tokenNote.hidden = !hasTokens(context)
  const facts = showFacts(showing, shown, description, context)
  const fields = showFields(showing, description)
  const details = showDetails(showing, description)
  const end = make('div', { class: 'approval-end', 'aria-hidden': 'true' })
  const body = make(
    'div',
    { class: 'approval-body', tabindex: '0', role: 'group', 'aria-labelledby': 'title' },
    details,
    // Bare data come first, because there is nothing else to read; the meaning of other data matters more.
    ...(isBareData(description) ? [fields, facts] : [facts, fields]),
    tokenNote,
    end,
    showRaw(showing, description),
  )
  const hint = make('p', { class: 'approval-hint', id: 'hint', role: 'status' })
  const footer = make(
    'footer',
    {},
    make('div', { class: 'approval-hint-place', 'data-longest': longestHint }, hint),
    make('div', { class: 'approval-buttons' }, ...buttons),
  )
  const element = make(
    'section',
    {
      class: 'approval',
      'data-testid': 'approval',
      lang: locale,
      role: 'alertdialog',
      'aria-modal': 'true',
      'aria-labelledby': 'title',
      'aria-describedby': 'asked origin',
    },
    header,
    gist,
    body,
    footer,
  )

  function fit(): boolean {
    // A hidden frame has no size, so there is nothing to measure.
    if (element.clientHeight === 0) return gist.parentElement === element
    const { scrollTop } = body
    // Measured above the scrolling part: inside it the gist needs less height, because it leaves out a batch's parts.
    if (gist.parentElement === body) element.insertBefore(gist, body)
    const room = element.clientHeight - header.offsetHeight - gist.offsetHeight - footer.offsetHeight
    if (room >= BODY_LEAST.height) return true
    body.prepend(gist)
    body.scrollTop = scrollTop
    return false
  }

  return {
    element,
    outcome,
    body,
    details,
    end,
    tokenNote,
    hint,
    sized: [element, header, gist, footer],
    // Inside the scrolling part, the gist need not be in sight at once: that part has to be read to its end.
    parts: () =>
      [
        header,
        ...(gist.parentElement === element ? [gist, ...gist.children] : []).filter((part) => !isEmpty(part)),
        body,
        footer,
        element,
      ] as HTMLElement[],
    fit,
  }
}
