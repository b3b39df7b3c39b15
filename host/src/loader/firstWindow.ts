import type { PorticoOptions } from '../options/types.ts'
import sheetText from './firstWindow.css'
import { element, own } from './platform.ts'

/** The window that is shown while the shell is on its way. */
export interface FirstWindow {
  /** CSS pixels: how high what stands below the title is; 0 once it has ended. */
  height(): number
  /** Says why there is no shell, and offers another attempt. */
  fail(reason: string, retry: () => void): void
  /** Takes it away and leaves the page as it was. A second time it does nothing. */
  end(): void
}

/** As many as most lists hold. */
const ROWS = 6

/**
 * Draws the window as the shell will draw its own, from the same options. They are not validated here: what is wrong with them
 * changes its looks at most. Being a modal dialog it keeps the focus, and Escape and a phone's Back button close it.
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
  // The style sheet reads them by the names that sites use.
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
      // The dialog itself gives the focus back only while it has it: Tab may have led out of it.
      opener?.focus()
      // In an element of the site's the shell draws now.
      sheet.replaceSync('')
      if (!placed) host.remove()
      style.overflow = overflow
    },
  }
}
