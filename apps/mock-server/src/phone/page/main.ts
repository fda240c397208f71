import type { PhoneSession, PhoneState } from "../PhoneState.ts"
import { byId, createElement, formatSite, setBadge } from "./elements.ts"
import { makePageControl } from "./pageControl.ts"
import { startScanner } from "./scanner.ts"
import { makeSheet } from "./sheet.ts"

const control = makePageControl(location.pathname)
const status = byId("status", HTMLElement)
const problem = byId("problem", HTMLElement)
const uri = byId("uri", HTMLInputElement)
const network = byId("network", HTMLSelectElement)
const policy = byId("policy", HTMLSelectElement)
const sessions = byId("sessions", HTMLElement)

/** Runs an action of the owner and shows an error when it fails. */
const runOwnerAction = async (doing: string, work: () => Promise<void>): Promise<boolean> => {
  problem.textContent = ""
  status.textContent = doing
  try {
    await work()
    return true
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : "The request failed. Try again."
    return false
  } finally {
    status.textContent = ""
  }
}

const pair = async (link: string) => {
  if (await runOwnerAction("Connecting to the app…", () => control.pair(link))) uri.value = ""
}

const sheet = makeSheet(async (id, approve) => {
  if (!(await runOwnerAction("", () => control.answer(id, approve)))) sheet.again()
})

const renderSession = ({ peer, topic }: PhoneSession): HTMLElement => {
  const badge = createElement("span", "", "badge")
  badge.ariaHidden = "true"
  setBadge(badge, peer.name)
  const words = createElement("div")
  words.append(createElement("p", peer.name, "name"), createElement("p", formatSite(peer.url), "site"))
  const end = createElement("button", "Disconnect", "quiet")
  end.type = "button"
  end.ariaLabel = `Disconnect ${peer.name}`
  end.addEventListener("click", () => void runOwnerAction("", () => control.disconnect(topic)))
  const row = createElement("li")
  row.append(badge, words, end)
  return row
}

const kinds = { eip155: "EVM networks", solana: "Solana", bip122: "Bitcoin", polkadot: "Polkadot" }

/** Updates the list only when it differs, so that an open one stays open. */
const showNetworks = ({ network: current, networks }: PhoneState) => {
  if (network.options.length !== networks.length)
    network.replaceChildren(
      ...Object.entries(kinds).map(([kind, label]) => {
        const group = createElement("optgroup")
        group.label = label
        group.append(
          ...networks
            .filter(({ chainId }) => chainId.startsWith(`${kind}:`))
            .map(({ chainId, name }) => new Option(name, chainId)),
        )
        return group
      }),
    )
  network.value = current.chainId
}

let listed = ""
control.watch((state) => {
  if (state === null) {
    problem.textContent = "The phone is off: the mock server cannot be reached."
    return
  }
  delete byId("home", HTMLElement).dataset["loading"]
  showNetworks(state)
  byId("network-name", HTMLElement).textContent = state.network.name
  byId("address", HTMLElement).textContent = state.address
  policy.value = typeof state.policy === "object" ? "late" : state.policy
  const list = JSON.stringify(state.sessions)
  if (list !== listed) sessions.replaceChildren(...state.sessions.map(renderSession))
  listed = list
  sheet.show(state.questions)
})

byId("scan", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault()
  void pair(uri.value)
})
network.addEventListener("change", () => void runOwnerAction("", () => control.switchTo(network.value)))
policy.addEventListener("change", () => {
  const { value } = policy
  if (value === "ask" || value === "approve" || value === "decline" || value === "never")
    void runOwnerAction("", () => control.setPolicy(value))
})
startScanner(
  (text) => void pair(text),
  (text) => {
    problem.textContent = text
  },
)

/**
 * Takes a link from the fragment, `#uri=` with `encodeURIComponent`. It contains a key, so it is removed from the
 * address.
 */
const takeLink = () => {
  const link = new URLSearchParams(location.hash.slice(1)).get("uri")
  if (link === null) return
  history.replaceState(null, "", location.pathname)
  void pair(link)
}
addEventListener("hashchange", takeLink)
takeLink()

const showTime = () => {
  byId("clock", HTMLElement).textContent = new Date().toLocaleTimeString([], {
    hour: "numeric",
    minute: "2-digit",
  })
}
setInterval(showTime, 5_000)
showTime()
