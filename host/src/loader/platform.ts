type Own = <Name extends keyof Document>(name: Name) => Document[Name]

/**
 * A property of the document as the platform has it. What a page names with `name=` stands before the document's own
 * properties (HTML, named access on the Document object), so `document.currentScript` may be a picture that a visitor of the
 * site has posted. What is called needs the document again: `own('createElement').call(document, 'div')`.
 */
export const own: Own = (name) => Reflect.get(Document.prototype, name, document)

/** An element of ours, with the properties that it has from the beginning. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> | 0 = 0,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = own('createElement').call(document, tag) as HTMLElementTagNameMap[Tag]
  made.append(...children)
  return Object.assign(made, properties)
}
