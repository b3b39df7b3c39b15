import { html, raw } from 'hono/html'
import { sheet } from './sheet.ts'

export type Markup = ReturnType<typeof html>

/** Escapes everything inserted; only our style is verbatim. */
export const frame = (title: string, content: Markup) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(sheet)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`

export const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
