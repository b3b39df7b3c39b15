/** All message keys a description can contain. The English texts are in `en.json`; this type uses only its keys. */
export type PreviewMessageKey = keyof typeof import('./en.json')
