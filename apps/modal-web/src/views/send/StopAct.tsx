import type { Stop } from "@wmodal/core/flows"
import { isCaseInsensitiveAddress } from "@wmodal/protocol"
import { useWords } from "../../messages/Words.tsx"
import { groupsOf } from "../../ui/AddressGroups.tsx"
import { type Act, CheckAct } from "../wallet/CheckAct.tsx"
import { TypedAct } from "../wallet/TypedAct.tsx"
import { askedGroup, isAnswer } from "./addressMarks.ts"
import { StopNotice } from "./StopNotice.tsx"

export interface StopActProps extends Act {
  readonly stop: Stop
}

/** What a person does to go on all the same: a check for a first time, and what must be read to be typed for the rest. */
export const StopAct = ({ stop, ...act }: StopActProps) => {
  const { t } = useWords()
  return (
    <div data-open={!act.done}>
      <StopNotice stop={stop} asks>
        {stop._tag === "FirstTime" ? (
          <CheckAct label={t("send.checked")} {...act} />
        ) : (
          <TypingGroup stop={stop} {...act} />
        )}
      </StopNotice>
    </div>
  )
}

interface TypingGroupProps extends Act {
  readonly stop: Exclude<Stop, { readonly _tag: "FirstTime" }>
}

const TypingGroup = ({ stop, ...act }: TypingGroupProps) => {
  const { t } = useWords()
  const { address } = stop
  const group = askedGroup(address, stop._tag === "LookAlike" ? stop.known : null)
  return (
    <TypedAct
      label={t(isCaseInsensitiveAddress(address) ? "send.typeLabel" : "send.typeLabelExact")}
      wrong={t("send.typeWrong")}
      length={groupsOf(address)[group]?.length ?? 0}
      isAnswer={(typed) => isAnswer(address, group, typed)}
      {...act}
    />
  )
}
