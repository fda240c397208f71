import { groupBy } from "@wmodal/protocol"
import type { NetworkLogEntry, WModal } from "../index.ts"
import { element } from "./element.ts"

/** Milliseconds between two looks. */
const lookIntervalMs = 1_000

const reasons: Readonly<Record<NetworkLogEntry["purpose"], string>> = {
  directory: "the list of wallets",
  blockchain: "balances, history, names and swaps",
  analytics: "events for this page's operator",
  prices: "a second source of prices",
  node: "the state of a chain",
  relay: "messages to a wallet on another device",
  secureSite: "the embedded wallet",
  wallet: "the wallet's own pop-up",
  image: "pictures",
  other: "something else",
}

const line = (content: string) => {
  const made = document.createElement("p")
  made.textContent = content
  return made
}

const join = (values: readonly string[]) => [...new Set(values)].join(", ")

/** Returns one line for each host and reason, and what it was told in all its calls. */
const makeItem = (entries: readonly NetworkLogEntry[]) => {
  const item = document.createElement("li")
  const [first] = entries
  const title = document.createElement("strong")
  title.textContent = first?.host ?? ""
  const count = entries.reduce((sum, entry) => sum + entry.count, 0)
  const addresses = join(entries.flatMap((entry) => entry.addresses))
  item.append(
    title,
    line(
      `For ${first === undefined ? "" : reasons[first.purpose]}, ${count} ${count === 1 ? "time" : "times"}`,
    ),
    line(`Calls: ${join(entries.map(({ call }) => call))}`),
    line(`Told: ${join(entries.flatMap(({ fields }) => fields)) || "nothing"}`),
    ...(addresses === "" ? [] : [line(`Addresses: ${addresses}`)]),
  )
  return item
}

/** Shows on the page what its modal has told to whom. */
export const showNetworkLog = (modal: WModal) => {
  let seen = 0
  const look = () => {
    const entries = modal.getNetworkLog()
    const count = entries.reduce((sum, entry) => sum + entry.count, 0)
    if (count === seen) return
    seen = count
    const groups = groupBy(entries, ({ host, purpose }) => `${host} ${purpose}`)
    element("#told-none").hidden = true
    element("#told").replaceChildren(...[...groups.values()].map(makeItem))
  }
  setInterval(look, lookIntervalMs)
}
