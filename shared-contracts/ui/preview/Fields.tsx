import type { Field } from '../../preview/index.ts'
import type { Drawing } from './drawing.ts'
import { ValueText } from './ValueText.tsx'

/** All rows of typed data, with nested rows indented. Names and types are the site's own words. */
export function Fields({ drawing, fields }: { drawing: Drawing; fields: readonly Field[] }) {
  return (
    <ul className="RequestPreview-fields">
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat in lists; their place is their name
        <li key={index}>
          <bdi className="RequestPreview-label">{field.name}</bdi>{' '}
          <bdi className="RequestPreview-type">{field.type}</bdi>
          {'fields' in field ? (
            <Fields drawing={drawing} fields={field.fields} />
          ) : (
            <div className="RequestPreview-value">
              <ValueText drawing={drawing} value={field.value} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
