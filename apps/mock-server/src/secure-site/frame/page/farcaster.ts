import type { SiteBody } from "../../siteCalls.ts"
import { byId } from "./elements.ts"
import { guardPage } from "./guardedPage.ts"
import { getQueryParam, runAction, showFinished, siteApi } from "./siteApi.ts"

const site = siteApi()
const channel = getQueryParam("channel")
const form = byId("form", HTMLFormElement)

const answer = async (given: SiteBody<"farcaster-answer">) => {
  if ((await runAction("Loading…", site.call("farcaster-answer", given))) === null) return
  form.hidden = true
  byId("words", HTMLElement).textContent = ""
  if (given.approve) showFinished(`Hello, ${given.userName}`, "You are signed in on the other screen.")
  else showFinished("Declined", "The sign-in was declined.")
}

const guard = guardPage()
guard.onPress(byId("approve", HTMLButtonElement), () => {
  void answer({ channel, approve: true, userName: byId("name", HTMLInputElement).value.trim() })
})
byId("decline", HTMLElement).addEventListener("click", () => void answer({ channel, approve: false }))

const requester = await runAction("Loading…", site.call("requester-of", { token: channel }))
if (requester !== null) {
  byId("origin", HTMLElement).textContent = requester.origin ?? "A terminal program"
  byId("words", HTMLElement).hidden = false
  // Enabled last, because a press before the listeners exist would be lost.
  guard.show(form)
}
