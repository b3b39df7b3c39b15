import type { PorticoOptions } from '../options/types.ts'
import sheetText from './firstWindow.css'
import { element, own } from './platform.ts'

/** The window that is shown while the shell is loading. */
export interface FirstWindow {
  /** The height of the content below the title, in CSS pixels; 0 once the window has ended. */
  height(): number
  /** Shows why the shell is missing, and offers a retry. */
  fail(reason: string, retry: () => void): void
  /** Removes the window and restores the page. A second call does nothing. */
  end(): void
}

/** The number of rows in most lists. */
const ROWS = 6

/**
 * Shows the window according to the options that also apply to the shell's window. They are not validated here, but
 * invalid ones affect no more than the window's looks. Being a modal dialog, the window keeps the focus; Escape and a
 * phone's Back button close it.
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
  // The style sheet reads the variables under their public names.
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
      // Needed because a closing dialog restores the focus only if the focus is inside it, and Tab may have moved the
      // focus elsewhere.
      opener?.focus()
      // If the element is the site's own, the shell renders into it from here on.
      sheet.replaceSync('')
      if (!placed) host.remove()
      style.overflow = overflow
    },
  }
}
