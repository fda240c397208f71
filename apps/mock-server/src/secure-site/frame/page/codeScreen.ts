import { FrameRefusal } from "@wmodal/frame-rpc/frame"
import { Effect } from "effect"
import type { AskCode } from "../wallet/CodePrompt.ts"
import { byId } from "./elements.ts"

/** Creates the screen where users type an emailed code. */
export const makeCodeScreen = (): AskCode => {
  const screen = byId("code-screen", HTMLElement)
  const form = byId("code-form", HTMLFormElement)
  const field = byId("code", HTMLInputElement)
  const confirm = byId("code-confirm", HTMLButtonElement)
  const cancel = byId("code-cancel", HTMLButtonElement)
  const problem = byId("code-problem", HTMLElement)

  const recipient = byId("code-email", HTMLElement)
  const requester = byId("code-origin", HTMLElement)
  const again = byId("code-again", HTMLButtonElement)
  const sent = byId("code-sent", HTMLElement)

  return ({ asker, check, email, resend }) =>
    Effect.callback((resume) => {
      const shown = new AbortController()
      const { signal } = shown
      const close = () => {
        shown.abort()
        screen.hidden = true
        field.value = ""
        recipient.textContent = ""
        requester.textContent = ""
      }
      const submit = async () => {
        if (confirm.disabled) return
        problem.textContent = ""
        confirm.disabled = true
        const result = await Effect.runPromise(Effect.result(check(field.value.trim())), { signal })
        confirm.disabled = false
        if (result._tag === "Success") {
          close()
          return resume(Effect.succeed(result.success))
        }
        problem.textContent = result.failure.text
        field.select()
      }
      const send = async () => {
        field.value = ""
        problem.textContent = ""
        sent.textContent = ""
        again.disabled = true
        const result = await Effect.runPromise(Effect.result(resend), { signal })
        again.disabled = false
        if (result._tag === "Success") sent.textContent = "Another code was sent."
        else problem.textContent = result.failure.text
      }
      recipient.textContent = email
      requester.textContent = asker.origin ?? ""
      problem.textContent = ""
      sent.textContent = ""
      confirm.disabled = false
      again.disabled = false
      form.addEventListener(
        "submit",
        (event) => {
          event.preventDefault()
          // An interrupted check belongs to a screen that is gone.
          submit().catch(() => {})
        },
        { signal },
      )
      field.addEventListener(
        "input",
        () => {
          problem.textContent = ""
          if (/^\s*\d{6}\s*$/.test(field.value)) form.requestSubmit()
        },
        { signal },
      )
      again.addEventListener("click", () => void send().catch(() => {}), { signal })
      cancel.addEventListener(
        "click",
        () => {
          close()
          resume(Effect.fail(new FrameRefusal({ text: "User rejected the request." })))
        },
        { signal },
      )
      screen.hidden = false
      field.focus()
      return Effect.sync(close)
    })
}
