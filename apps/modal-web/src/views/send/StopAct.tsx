import type { Stop } from "@wmodal/core/flows"
import { useId, useState } from "react"
import { useWords } from "../../messages/Words.tsx"
import { groupsOf } from "../../ui/AddressGroups.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { askedGroup, isAnswer } from "./addressMarks.ts"
import { StopNotice } from "./StopNotice.tsx"

export interface StopActProps {
  readonly stop: Stop
  readonly done: boolean
  readonly onAct: (done: boolean) => void
}

/** What a person does to go on all the same: a check for a first time, and what must be read to be typed for the rest. */
export const StopAct = ({ stop, done, onAct }: StopActProps) => (
  <div data-open={!done}>
    <StopNotice stop={stop} asks>
      {stop._tag === "FirstTime" ? (
        <Check done={done} onAct={onAct} />
      ) : (
        <Typing
          address={stop.address}
          group={askedGroup(stop.address, stop._tag === "LookAlike" ? stop.known : null)}
          done={done}
          onAct={onAct}
        />
      )}
    </StopNotice>
  </div>
)

type Act = Pick<StopActProps, "done" | "onAct">

const Check = ({ done, onAct }: Act) => {
  const { t } = useWords()
  return (
    <label className="check">
      <input type="checkbox" checked={done} onChange={(event) => onAct(event.target.checked)} />
      <span>{t("send.checked")}</span>
    </label>
  )
}

interface TypingProps extends Act {
  readonly address: string
  /** The place of the group asked for. */
  readonly group: number
}

const Typing = ({ address, group, done, onAct }: TypingProps) => {
  const { t } = useWords()
  const id = useId()
  const [typed, setTyped] = useState("")
  const asked = groupsOf(address)[group] ?? ""
  const wrong = !done && typed.trim().length >= asked.length
  const type = (text: string) => {
    setTyped(text)
    onAct(isAnswer(address, group, text))
  }
  return (
    <div className="typing">
      <label htmlFor={id}>{t("send.typeLabel")}</label>
      <span className="typing-field">
        <input
          id={id}
          type="text"
          dir="ltr"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={8}
          value={typed}
          aria-invalid={wrong}
          aria-describedby={`${id}-said`}
          onChange={(event) => type(event.target.value)}
        />
        {done && <Icon name="check" />}
      </span>
      <span id={`${id}-said`} className={wrong ? "typing-wrong" : "hidden"} role="status">
        {wrong ? t("send.typeWrong") : done ? t("send.typed") : null}
      </span>
    </div>
  )
}
