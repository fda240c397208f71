import { Effect } from "effect"
import type { SiteAnswer } from "../../siteCalls.ts"
import { getDeviceId, getSessionPrefix, makeFrameSession } from "../wallet/FrameSession.ts"
import { openBrowserApprovalKey } from "./browserApprovalKey.ts"
import { byId, createElement, isCode } from "./elements.ts"
import { getQueryParam, runAction, siteApi } from "./siteApi.ts"
import { makeSiteStorage, sitePrefix } from "./siteStorage.ts"

const site = siteApi()
const storage = makeSiteStorage()
const projectId = getQueryParam("projectId")
const device = getDeviceId(storage)
const ownSession = makeFrameSession({ storage, projectId, origin: location.origin, chainId: "eip155:1" })
const solanaMainnet = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"

/** Returns the tokens of this browser's sessions: this page's own, and those of frames on pages of the same site. */
const getTokens = (): readonly string[] => [...new Set([ownSession.token() ?? [], getStoredTokens()].flat())]

const getStoredTokens = (): readonly string[] => {
  const prefix = `${sitePrefix}${getSessionPrefix(projectId)}`
  try {
    return Object.keys(localStorage).flatMap((name) =>
      name.startsWith(prefix) ? (localStorage.getItem(name) ?? []) : [],
    )
  } catch {
    // The browser blocks storage for this page.
    return []
  }
}

const showPart = (name: "sign-in" | "code-form" | "account") => {
  for (const id of ["sign-in", "code-form", "account"]) byId(id, HTMLElement).hidden = id !== name
  byId("who", HTMLElement).textContent =
    name === "account" ? "Your accounts" : "Sign in to see your accounts."
}

const renderFact = ([label, text]: readonly [string, string | null]): readonly HTMLElement[] => {
  if (text === null) return []
  const row = createElement("div")
  row.append(createElement("dt", label), createElement("dd", text, isCode(text) ? "code" : ""))
  return [row]
}

const labels = { eoa: "Your EOA account", smartAccount: "Your smart account" } as const

const showAccount = async (token: string, user: SiteAnswer<"user">) => {
  const solana = await Effect.runPromise(Effect.result(site.call("user", { chainId: solanaMainnet }, token)))
  const facts = [
    ["Email", user.email] as const,
    ["Name", user.userName] as const,
    ["Signed in with", user.provider] as const,
    ...user.accounts.map(({ address, type }) => [labels[type], address] as const),
    ["Your Solana account", solana._tag === "Success" ? solana.success.address : null] as const,
  ]
  byId("facts", HTMLElement).replaceChildren(...facts.flatMap(renderFact))
  showPart("account")
}

/** Shows the first valid session. */
const show = async (): Promise<void> => {
  for (const token of getTokens()) {
    const user = await Effect.runPromise(Effect.result(site.call("user", { chainId: "eip155:1" }, token)))
    if (user._tag === "Success") return showAccount(token, user.success)
  }
  showPart("sign-in")
}

const signOut = Effect.suspend(() => Effect.forEach(getTokens(), (token) => site.call("sign-out", {}, token)))

byId("sign-in", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault()
  const email = byId("email", HTMLInputElement).value.trim()
  const answer = await runAction(
    "Loading…",
    openBrowserApprovalKey(ownSession.keyName).pipe(
      Effect.flatMap(({ publicKey: key }) =>
        site.call(
          "connect-email",
          { email, device, requester: { key, origin: location.origin } },
          ownSession.token(),
        ),
      ),
    ),
  )
  if (answer === null) return
  ownSession.setEmail(email)
  if (answer.action === "CONNECT") return show()
  if (answer.action === "VERIFY_DEVICE") {
    const words = "This device is new. Open the link in your email, then come back."
    if ((await runAction(words, site.call("connect-device", { email, device }))) === null) return
  }
  showPart("code-form")
  byId("code", HTMLInputElement).focus()
})
byId("code-form", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault()
  const field = byId("code", HTMLInputElement)
  const body = { email: ownSession.email() ?? "", device, otp: field.value.trim() }
  const answer = await runAction("Loading…", site.call("connect-otp", body))
  field.value = ""
  if (answer === null) return
  ownSession.begin(answer.token)
  await show()
  byId("title", HTMLElement).focus()
})
byId("sign-out", HTMLElement).addEventListener("click", async () => {
  if ((await runAction("Loading…", signOut)) === null) return
  await show()
  byId("title", HTMLElement).focus()
})
void show()
