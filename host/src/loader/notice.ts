const NOTICE_MS = 8_000

/** The one thing that the loader draws: a sentence when there is no window to say it in. */
export function showNotice(text: string): void {
  const notice = document.createElement('div')
  notice.role = 'alert'
  notice.textContent = text
  // Set through the object model, which a `style-src` policy does not forbid.
  notice.style.cssText =
    'position:fixed;inset:auto 1rem 1rem;padding:1rem;background:Canvas;color:CanvasText;z-index:9999'
  document.body.append(notice)
  setTimeout(() => notice.remove(), NOTICE_MS)
}
