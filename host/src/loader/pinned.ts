import { element, own } from './platform.ts'
import { SCRIPT_ARRIVAL } from './protocol.ts'

const SCRIPT_TIMEOUT_MS = 20_000

interface Policy {
  createScriptURL(url: string): string
}
interface Page {
  [SCRIPT_ARRIVAL]?: unknown
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
}
const page = globalThis as Page

/** Runs a script that must have this hash. Resolves to what it leaves under `SCRIPT_ARRIVAL`; rejects if not loaded. */
export function runPinned<Left>(url: string, integrity: string): Promise<Left> {
  return new Promise((resolve, reject) => {
    // In browsers without trusted types, an element of the page may have this name.
    const { createPolicy } = page.trustedTypes ?? {}
    const policy = createPolicy?.call?.(page.trustedTypes, 'portico', { createScriptURL: (it) => it })
    const script = element('script', {
      crossOrigin: '',
      integrity,
      src: policy?.createScriptURL(url) ?? url,
      onerror: reject,
      onload() {
        const left = page[SCRIPT_ARRIVAL]
        delete page[SCRIPT_ARRIVAL]
        if (left) resolve(left as Left)
        else reject()
      },
    })
    setTimeout(reject, SCRIPT_TIMEOUT_MS)
    own('head').append(script)
    script.remove() // A removed script still runs.
  })
}

export type RunPinned = typeof runPinned
