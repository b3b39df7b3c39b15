import { useStyles } from '../hostContext.ts'
import { Icon } from '../Icon.tsx'
import sheet from './SearchField.css'

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Narrows the list below: at once if the caller filters locally, after `SEARCH_DEBOUNCE_MS` if it asks a service. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  useStyles(sheet)
  return (
    <label className="SearchField">
      <Icon name="search" />
      <input
        className="SearchField-input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
