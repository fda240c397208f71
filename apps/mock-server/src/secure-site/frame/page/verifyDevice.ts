import { byId } from "./elements.ts"
import { finish, ownSite, query, tell } from "./ownSite.ts"

const site = ownSite()
const button = byId("confirm", HTMLButtonElement)

button.addEventListener("click", async () => {
  const answer = await tell("One moment…", site.ask("confirm-device", { token: query("token") }))
  if (answer === null) return
  button.hidden = true
  byId("words", HTMLElement).textContent = `A code is in the mail of ${answer.email}.`
  finish("The device is yours", "Go back to where you are signing in, and type the code there.")
})
// Not before: what nobody listens to would be pressed in vain.
button.hidden = false
