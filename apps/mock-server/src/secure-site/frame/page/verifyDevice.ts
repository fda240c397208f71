import { byId } from "./elements.ts"
import { guardPage } from "./guardedPage.ts"
import { getQueryParam, runAction, showFinished, siteApi } from "./siteApi.ts"

const site = siteApi()
const guard = guardPage()
const button = byId("confirm", HTMLButtonElement)

guard.onPress(button, async () => {
  const answer = await runAction("Loading…", site.call("confirm-device", { token: getQueryParam("token") }))
  if (answer === null) return
  button.hidden = true
  byId("words", HTMLElement).textContent = `A code was sent to ${answer.email}.`
  showFinished("Device confirmed", "Return to the page where you are signing in and enter the code.")
})

const requester = await runAction("Loading…", site.call("requester-of", { token: getQueryParam("token") }))
if (requester !== null) {
  byId("origin", HTMLElement).textContent = requester.origin ?? "A terminal program"
  byId("words", HTMLElement).hidden = false
  // Enabled last, because a press before the listener exists would be lost.
  guard.show(button)
}
