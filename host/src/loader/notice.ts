import { own } from './platform.ts'

const NOTICE_MS = 8_000

/**
 * The one thing that the loader draws: a sentence when there is no window to say it in.
 * @throws what it has shown
 */
export function showNotice(error: Error): never {
  try {
    const notice = own('createElement').call(document, 'div')
    notice.role = 'alert'
    notice.append(error.message)
    // The browser draws it above the whole page, without any style of ours.
    notice.popover = 'manual'
    own('body').append(notice)
    setTimeout(() => notice.remove(), NOTICE_MS)
    notice.showPopover()
  } catch {} // Nobody sees a server; a browser without popovers has it at the end of the page.
  throw error
}
