import {
  type KeyboardEvent as Pressed,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useState,
} from "react"
import { AddressGroups } from "./AddressGroups.tsx"
import { Avatar } from "./Avatar.tsx"
import { Icon } from "./Icon.tsx"
import { IconButton } from "./IconButton.tsx"
import { useEchoedInput } from "./useEchoedInput.ts"

/** A recipient whose address is known. */
interface KnownAddress {
  readonly address: string
  readonly name: string | null
  readonly image: string | null
}

export interface AddressInputProps {
  readonly value: string
  /** The resolved recipient; `null` until it is known. */
  readonly found: KnownAddress | null
  readonly looking: boolean
  readonly invalid: boolean
  readonly describedBy: string | undefined
  /** Suggestions while no recipient is resolved. */
  readonly suggestions: readonly KnownAddress[]
  readonly words: {
    readonly label: string
    readonly hint: string
    readonly clear: string
    readonly suggestions: string
    readonly count: string
  }
  readonly input: RefObject<HTMLInputElement | null>
  readonly onType: (text: string) => void
  /** Errors, below the field. */
  readonly children?: ReactNode
}

/**
 * An input for a recipient's address or name. It shows the resolved address in full below, and suggests known
 * recipients.
 */
export const AddressInput = ({
  value,
  found,
  looking,
  invalid,
  describedBy,
  suggestions,
  words,
  input,
  onType,
  children,
}: AddressInputProps) => {
  const id = useId()
  const [text, type] = useEchoedInput(value, onType)
  const [active, setActive] = useState(-1)
  const [dismissed, setDismissed] = useState(false)
  const offered = found === null && !dismissed ? suggestions : []
  const expanded = offered.length > 0
  const chosen = offered[active]
  const optionId = (index: number) => `${id}-${index}`

  // React receives a key after the dialog, which would close.
  useEffect(() => {
    const field = input.current
    if (field === null || !expanded) return
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return
      event.preventDefault()
      setDismissed(true)
    }
    field.addEventListener("keydown", dismiss)
    return () => field.removeEventListener("keydown", dismiss)
  }, [input, expanded])

  const edit = (next: string) => {
    setActive(-1)
    setDismissed(false)
    type(next)
  }

  const move = (step: 1 | -1) => {
    setDismissed(false)
    setActive(
      active === -1 && step === -1 ? offered.length - 1 : (active + step + offered.length) % offered.length,
    )
  }

  const keydown = (event: Pressed) => {
    const act = actions(event.key)
    if (act === null) return
    event.preventDefault()
    act()
  }

  /** Returns the key's action; `null` when the field and the dialog handle it. */
  const actions = (key: string) => {
    if (dismissed && key === "ArrowDown" && suggestions.length > 0) return () => setDismissed(false)
    if (!expanded) return null
    switch (key) {
      case "ArrowDown":
        return () => move(1)
      case "ArrowUp":
        return () => move(-1)
      case "Enter":
        return chosen === undefined ? null : () => edit(chosen.address)
      default:
        return null
    }
  }

  return (
    <div className="send-card">
      <label className="send-label" htmlFor={id}>
        {words.label}
      </label>
      <div className="address-input">
        <span className="address-picture" data-state={looking ? "looking" : invalid ? "bad" : undefined}>
          {found !== null ? (
            <Avatar address={found.address} image={found.image} />
          ) : looking ? (
            <span className="spinner" aria-hidden="true" />
          ) : (
            <Icon name={invalid ? "alert" : "person"} />
          )}
        </span>
        <input
          id={id}
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          placeholder={words.hint}
          value={text}
          aria-autocomplete="list"
          aria-expanded={expanded}
          aria-controls={expanded ? `${id}-list` : undefined}
          aria-activedescendant={chosen === undefined ? undefined : optionId(active)}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onChange={(event) => edit(event.target.value)}
          onKeyDown={keydown}
        />
        {text !== "" && <IconButton icon="close" label={words.clear} onPress={() => edit("")} />}
      </div>
      {children}
      <span className="hidden" role="status">
        {expanded && words.count}
      </span>
      {expanded && (
        <div id={`${id}-list`} className="suggestions" role="listbox" aria-label={words.suggestions}>
          {offered.map((one, index) => (
            <button
              key={one.address}
              id={optionId(index)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => edit(one.address)}
            >
              <Avatar address={one.address} image={one.image} />
              <span className="suggestion-text">
                {one.name !== null && <strong>{one.name}</strong>}
                <AddressGroups address={one.address} />
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
