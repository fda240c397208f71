import type { RecipientWarning } from "@wmodal/core/flows"
import { isCaseInsensitiveAddress } from "@wmodal/protocol"
import { useMessages } from "../../messages/Translate.tsx"
import { toAddressGroups } from "../../ui/AddressGroups.tsx"
import { CheckboxConfirmation, type ConfirmationState } from "../wallet/CheckboxConfirmation.tsx"
import { TypedConfirmation } from "../wallet/TypedConfirmation.tsx"
import { getAskedGroup, isAnswer } from "./addressComparison.ts"
import { RecipientNotice } from "./RecipientNotice.tsx"

export interface StopConfirmationProps extends ConfirmationState {
  readonly stop: RecipientWarning
}

/**
 * The confirmation of a warning: a checkbox for a first payment, and typed characters of the address for the others.
 */
export const StopConfirmation = ({ stop, ...act }: StopConfirmationProps) => {
  const { t } = useMessages()
  return (
    <div data-open={!act.done}>
      <RecipientNotice stop={stop} asks>
        {stop._tag === "FirstTime" ? (
          <CheckboxConfirmation label={t("send.checked")} {...act} />
        ) : (
          <TypingGroup stop={stop} {...act} />
        )}
      </RecipientNotice>
    </div>
  )
}

interface TypingGroupProps extends ConfirmationState {
  readonly stop: Exclude<RecipientWarning, { readonly _tag: "FirstTime" }>
}

const TypingGroup = ({ stop, ...act }: TypingGroupProps) => {
  const { t } = useMessages()
  const { address } = stop
  const group = getAskedGroup(address, stop._tag === "LookAlike" ? stop.known : null)
  return (
    <TypedConfirmation
      label={t(isCaseInsensitiveAddress(address) ? "send.typeLabel" : "send.typeLabelExact")}
      wrong={t("send.typeWrong")}
      length={toAddressGroups(address)[group]?.length ?? 0}
      isAnswer={(typed) => isAnswer(address, group, typed)}
      {...act}
    />
  )
}
