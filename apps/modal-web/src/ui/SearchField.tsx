import { Icon } from "./Icon.tsx"

export interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** A field that narrows the list below it. */
export const SearchField = ({ label, value, onSearch }: SearchFieldProps) => (
  <label className="field">
    <Icon name="search" />
    <input
      type="search"
      value={value}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onSearch(target.value)}
    />
  </label>
)
