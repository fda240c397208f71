import { type ComponentProps, type FormEvent, type Ref, useEffect, useRef, useState } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"

export interface ReviewFormProps extends Omit<ComponentProps<"form">, "onSubmit" | "ref"> {
  /** The reason why a press does not submit; `null` when it does. */
  readonly missing: string | null
  /** The action in progress; `null` when idle. */
  readonly busy: string | null
  /** Default: "Cancel". */
  readonly cancelLabel?: string
  readonly submitLabel: string
  /** `null` when the request can no longer be cancelled here. */
  readonly onCancel: (() => void) | null
  readonly onSubmit: () => void
  /** Not `ref`: React 18 passes none to a component. */
  readonly formRef?: Ref<HTMLFormElement>
  /** What a press approves. After it has changed, the form waits for the user's reaction time again. */
  readonly meaning?: unknown
}

/**
 * A review before the wallet is requested: the rows of its kind, its warnings, and the two buttons. It is submitted by
 * the user's own press only: not by a script, and not by a press that was aimed at something else.
 */
export const ReviewForm = ({
  busy,
  cancelLabel,
  children,
  formRef,
  meaning = "review",
  missing,
  onCancel,
  onSubmit,
  submitLabel,
  ...form
}: ReviewFormProps) => {
  const { t } = useMessages()
  const settled = useIsSettled(meaning)
  const isOwnPress = useRef(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A script can submit a form without a click, and then this event is trusted too.
    const isPressed = isOwnPress.current
    isOwnPress.current = false
    if (!isPressed) return
    // The first warning without a confirmation takes the focus.
    if (missing !== null) event.currentTarget.querySelector<HTMLElement>("[data-open=true] input")?.focus()
    else if (settled && busy === null) onSubmit()
  }
  return (
    <form
      className="send"
      noValidate
      {...form}
      ref={formRef}
      onClickCapture={({ nativeEvent }) => {
        // The second press of a double click was aimed at what was there before.
        isOwnPress.current = nativeEvent.isTrusted && nativeEvent.detail <= 1
      }}
      onSubmit={submit}
    >
      {children}
      <div className="send-buttons">
        {onCancel !== null && (
          <Button tone="quiet" onPress={onCancel}>
            {cancelLabel ?? t("shell.cancel")}
          </Button>
        )}
        <SubmitButton missing={missing} busy={busy} settled={settled}>
          {submitLabel}
        </SubmitButton>
      </div>
    </form>
  )
}

/** Milliseconds of a user's reaction time. */
const reactionMs = 700

const nothing = Symbol("nothing")

/**
 * Returns false for 700 ms after a review has appeared or its meaning has changed: a press in that time was aimed at
 * what was there before.
 */
export const useIsSettled = (meaning: unknown): boolean => {
  const [settled, setSettled] = useState<unknown>(nothing)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => meaning), reactionMs)
    return () => clearTimeout(timer)
  }, [meaning])
  return settled === meaning
}
