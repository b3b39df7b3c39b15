import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Message, Messages } from './messages.ts'

/** Seconds between refreshes of the page. */
const REFRESH_S = 3

const STYLE =
  'body{font:15px/1.5 system-ui;margin:2rem auto;max-width:44rem;padding:0 1rem;color-scheme:light dark}article{border-top:1px solid;padding:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Any other host name means DNS rebinding by a foreign page. */
const OWN_HOSTS = /^(localhost|127\.0\.0\.1)(:\d+)?$/

/** Limited to what a browser opens as a page. */
const asText = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`))

const asArticle = ({ to, subject, text, receivedAtMs }: Message) =>
  html`<article><h2>${subject}</h2><p>To ${to.join(', ')} at ${new Date(receivedAtMs).toISOString()}</p><pre>${asText(text)}</pre></article>`

/** Received mail, for people at `/` and for programs at `/messages`; `?to=` filters by address. */
export const mailboxApi = (messages: Messages) =>
  new Hono()
    .use(async (c, next) => {
      if (!OWN_HOSTS.test(c.req.header('host') ?? '')) return c.text('This is for this machine only.\n', 403)
      await next()
      c.header('Cache-Control', 'no-store')
      c.header('X-Content-Type-Options', 'nosniff')
      c.header(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
      )
    })
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/messages', (c) => c.json({ messages: messages.list(c.req.query('to')) }))
    .get('/', (c) => {
      const list = messages.list(c.req.query('to'))
      return c.html(
        html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${REFRESH_S}"><title>Mailbox</title><style>${raw(STYLE)}</style></head><body><h1>Mailbox</h1>${list.length ? list.map(asArticle) : html`<p>No mail yet.</p>`}</body></html>`,
      )
    })
