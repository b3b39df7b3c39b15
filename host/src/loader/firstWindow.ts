import type { PorticoOptions } from '../options/types.ts'
import sheetText from './firstWindow.css'
import { element, own } from './platform.ts'

/** The window that is shown while the shell is loading. */
export interface FirstWindow {
  /** CSS pixels: the height of the content below the title; 0 once it has ended. */
  height(): number
  /** Shows why there is no shell, and offers a retry. */
  fail(reason: string, retry: () => void): void
  /** Removes it and restores the page. A second call does nothing. */
  end(): void
}

/** The length of most lists. */
const ROWS = 6

/**
 * Draws the window from the same options as the shell. They are not validated here: invalid ones affect its looks at
 * most. Being a modal dialog, it keeps the focus; Escape and a phone's Back button close it.
 */
export function showFirstWindow(
  { enableEmbedded, disableAppend, enableMobileFullScreen, themeMode, themeVariables }: PorticoOptions,
  texts: FirstTexts,
  title: string,
  onClose: () => void,
): FirstWindow {
  const placed =
    (enableEmbedded || disableAppend) &&
    (own('querySelector').call(document, 'portico-modal:not([data-taken])') as HTMLElement | null)
  const host = placed || element('div')
  const head = element('div', 0, element('b', 0, title))
  const rows = element('p', 0, ...Array.from({ length: ROWS }, () => element('i')))
  const box = element(
    enableEmbedded ? 'section' : 'dialog',
    { className: `${themeMode} ${enableMobileFullScreen}`, dir: texts.dir, ariaLabel: title },
    head,
    rows,
  ) as HTMLDialogElement
  // The style sheet reads them by the public names.
  for (const name in themeVariables) box.style.setProperty(name, `${themeVariables[name]}`)
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(sheetText as never)
  shadow.adoptedStyleSheets.push(sheet)
  shadow.append(box)
  if (!placed) own('body').append(host)
  const opener = own('activeElement') as HTMLElement | null
  const { style } = own('documentElement')
  const { overflow } = style
  if (!enableEmbedded) {
    head.append(element('button', { ariaLabel: 'Close', onclick: onClose }, '×'))
    box.onclose = onClose
    box.onclick = ({ target }) => target === box && onClose()
    box.showModal()
    style.overflow = 'hidden'
  }
  return {
    height: () => rows.offsetHeight,
    fail(reason, retry) {
      rows.role = 'alert'
      rows.replaceChildren(reason, element('button', { onclick: retry }, 'Try again'))
    },
    end() {
      if (!box.isConnected) return
      box.onclose = null
      box.close?.()
      box.remove()
      // The dialog restores focus only while it has it: Tab may have left it.
      opener?.focus()
      // In an element of the site, the shell draws from here on.
      sheet.replaceSync('')
      if (!placed) host.remove()
      style.overflow = overflow
    },
  }
}
