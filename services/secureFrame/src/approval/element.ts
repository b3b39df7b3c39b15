type Attributes = Readonly<Record<string, string>>

/** Makes an element with text or other elements in it. Whatever a site sends is inserted as text only. */
export type MakeElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...content: readonly (Node | string | undefined)[]
) => HTMLElementTagNameMap[Tag]

export const elementsOf =
  (document: Document): MakeElement =>
  (tag, attributes, ...content) => {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    made.append(...content.filter((entry) => entry !== undefined))
    return made
  }
