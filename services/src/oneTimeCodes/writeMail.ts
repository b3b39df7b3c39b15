import type { Mail } from './sendMail.ts'

/** A part of a mail: a paragraph, the code, or a link. */
export type MailPart =
  | string
  /** `lead` is the beginning of a sentence that ends with the code. */
  | { readonly lead: string; readonly code: string }
  | { readonly link: string; readonly label: string }

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

function asText(part: MailPart): string {
  if (typeof part === 'string') return part
  return 'code' in part ? `${part.lead} ${part.code}.` : part.link
}

const PARAGRAPH = 'margin:0 0 16px'
const CODE =
  'margin:0 0 16px;padding:12px;border:1px solid #8a8f98;border-radius:12px;text-align:center;font:600 28px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px'
const BUTTON =
  'display:block;padding:14px;border-radius:12px;background:#3554d1;color:#ffffff;font-weight:600;text-align:center;text-decoration:none'

function asHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p style="${PARAGRAPH}">${escaped(part)}</p>`
  if ('code' in part) {
    return `<p style="${PARAGRAPH}">${escaped(part.lead)}</p><p style="${CODE}">${escaped(part.code)}</p>`
  }
  return `<p style="${PARAGRAPH}"><a href="${escaped(part.link)}" style="${BUTTON}">${escaped(part.label)}</a></p>`
}

/** A self-contained page without colors, so that it follows the reader's light or dark mode. */
const page = (subject: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>:root{color-scheme:light dark}</style></head><body style="margin:0;padding:0"><div style="max-width:480px;margin:0 auto;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere">${body}</div></body></html>`

/** Writes the mail twice: as plain text, and as an HTML page. */
export const writeMail = (to: string, subject: string, parts: readonly MailPart[]): Mail => ({
  to,
  subject,
  text: [...parts.map(asText), ''].join('\n\n'),
  html: page(subject, parts.map(asHtml).join('')),
})
