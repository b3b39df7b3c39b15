type Own = <Name extends keyof Document>(name: Name) => Document[Name]

/**
 * A property of the document as the platform defines it. Elements with a `name=` shadow the document's own properties
 * (HTML, named access on the Document object), so `document.currentScript` may be a picture that a user of the site has
 * posted. Methods need the document as receiver: `own('createElement').call(document, 'div')`.
 */
export const own: Own = (name) => Reflect.get(Document.prototype, name, document)

/** Creates an element with its initial properties. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> | 0 = 0,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = own('createElement').call(document, tag) as HTMLElementTagNameMap[Tag]
  made.append(...children)
  return Object.assign(made, properties)
}
