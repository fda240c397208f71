import type { WModal, WModalActivity } from "../../index.ts"
import { element } from "../element.ts"
import { type InboxOptions, listMails } from "../inbox.ts"
import { make } from "./make.ts"

/** Milliseconds between two looks at the mails. */
const lookIntervalMs = 2_000

interface FaultChoice {
  readonly text: string
  /** Rules of the mock server's fault plan. */
  readonly faults: readonly object[]
}

const choices: Readonly<Record<string, FaultChoice>> = {
  none: { text: "Nothing", faults: [] },
  slow: { text: "Every answer takes 3 s", faults: [{ fault: { kind: "delay", milliseconds: 3_000 } }] },
  down: {
    text: "The blockchain API is down",
    faults: [{ match: { path: "/v1/*" }, fault: { kind: "status", status: 503 } }],
  },
  limited: {
    text: "Too many requests",
    faults: [
      {
        match: { path: "/v1/*" },
        fault: { kind: "status", status: 429, retryAfter: { seconds: 5, as: "seconds" } },
      },
    ],
  },
  lost: {
    text: "The answer to a payment is lost, once",
    faults: [
      { match: { rpc: "eth_sendRawTransaction" }, times: 1, fault: { kind: "reset" }, carriedOut: true },
    ],
  },
}

const setFaults = async ({ server, projectId }: InboxOptions, { faults, text }: FaultChoice) => {
  const state = element("#faults-state")
  try {
    const { ok } = await fetch(`${server}/control/worlds/${encodeURIComponent(projectId)}/faults`, {
      method: "PUT",
      redirect: "error",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ faults }),
    })
    if (!ok) throw new Error("refused")
    state.textContent = faults.length === 0 ? "" : `Now: ${text[0]?.toLowerCase()}${text.slice(1)}.`
  } catch {
    state.textContent = "The mock server could not be told. Is it still running?"
  }
}

/** Runs while a panel is open; `open` returns what ends it. */
const whileOpen = (selector: string, open: () => () => void) => {
  const panel = element<HTMLDetailsElement>(selector)
  let end = () => {}
  panel.addEventListener("toggle", () => {
    end()
    end = panel.open ? open() : () => {}
  })
}

const showLedger = ({ transactions, status }: WModalActivity) => {
  const rows = transactions.map((one) =>
    make(
      "li",
      {},
      make("strong", {}, one.movements.map(({ text }) => text).join(", ") || one.operation),
      make("p", {}, `${one.operation}, ${one.status}${one.hash === null ? "" : `: ${one.hash}`}`),
    ),
  )
  element("#ledger").replaceChildren(...rows)
  if (rows.length === 0)
    element("#ledger").append(
      make(
        "li",
        {},
        status === "disconnected"
          ? "Connect a wallet first."
          : status === "loading"
            ? "Loading"
            : "Nothing yet.",
      ),
    )
}

/** Shows the world of the mock server: its faults, a phone, all emails, and what the account has sent. */
export const showWorld = (modal: WModal, options: InboxOptions) => {
  element("#world").hidden = false
  const select = element<HTMLSelectElement>("#faults")
  select.append(...Object.entries(choices).map(([value, { text }]) => make("option", { value }, text)))
  select.addEventListener("change", () => {
    const choice = choices[select.value]
    if (choice !== undefined) void setFaults(options, choice)
  })

  whileOpen("#phone-panel", () => {
    const phone = make("iframe", {
      title: "The phone of the mock server",
      src: `${options.server}/w/${encodeURIComponent(options.projectId)}/phone`,
    })
    element("#phone-panel").append(phone)
    return () => phone.remove()
  })
  whileOpen("#inbox-panel", () => {
    const list = element("#all-mails")
    const look = () => listMails(list, options).catch(() => {})
    void look()
    const timer = setInterval(look, lookIntervalMs)
    return () => clearInterval(timer)
  })
  whileOpen("#ledger-panel", () => modal.watch("activity", showLedger))
}
