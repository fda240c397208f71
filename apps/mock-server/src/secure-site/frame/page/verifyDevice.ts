import { byId } from "./elements.ts"
import { getQueryParam, runAction, showFinished, siteApi } from "./siteApi.ts"

const site = siteApi()
const button = byId("confirm", HTMLButtonElement)

button.addEventListener("click", async () => {
  const answer = await runAction(
    "One moment…",
    site.call("confirm-device", { token: getQueryParam("token") }),
  )
  if (answer === null) return
  button.hidden = true
  byId("words", HTMLElement).textContent = `A code is in the mail of ${answer.email}.`
  showFinished("The device is yours", "Go back to where you are signing in, and type the code there.")
})
// Enabled last, because a press before the listener exists would be lost.
button.hidden = false
