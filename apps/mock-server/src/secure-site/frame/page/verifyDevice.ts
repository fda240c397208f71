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
// Not before: what nobody listens to would be pressed in vain.
button.hidden = false
