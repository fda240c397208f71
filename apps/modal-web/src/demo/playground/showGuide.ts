import type { WModal, WModalState } from "../../index.ts"
import { element } from "../element.ts"
import { make } from "./make.ts"

/** The second account of the test mnemonic. */
const recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

/** The steps that are done, as long as the tab lives: the last one loads the page again. */
const doneKey = "wmodal-demo/done"

const readDone = (): readonly string[] => {
  try {
    return sessionStorage.getItem(doneKey)?.split(",") ?? []
  } catch {
    return []
  }
}

const keepDone = (name: string) => {
  try {
    sessionStorage.setItem(doneKey, [...new Set([...readDone(), name])].join(","))
  } catch {
    // Without storage the marks are gone after the next load.
  }
}

interface Step {
  readonly name: string
  readonly text: string
  readonly label: string
  readonly needsAccount: boolean
  /** Resolves to whether it is done; `false` also when it is known later, by `isDone`. */
  readonly run: () => Promise<boolean>
  readonly isDone?: (state: WModalState) => boolean
}

export interface GuideOptions {
  /** Makes the built-in wallet available, for visitors without one. */
  readonly provideWallet: () => void
  readonly signIn: () => void
}

const makeSteps = (modal: WModal, { provideWallet, signIn }: GuideOptions): readonly Step[] => [
  {
    name: "Connect",
    text: "Choose the dev wallet, or enter any email address.",
    label: "Start",
    needsAccount: false,
    run: async () => {
      provideWallet()
      modal.open()
      return false
    },
    isDone: ({ status }) => status === "connected",
  },
  {
    name: "Receive",
    text: "Your address as a code, or a request for an amount.",
    label: "Show the code",
    needsAccount: true,
    run: async () => {
      modal.open("WalletReceive")
      return true
    },
  },
  {
    name: "Send",
    text: "Half a coin to another account: see what it costs before you sign.",
    label: "Send 0.5",
    needsAccount: true,
    run: async () => {
      if (modal.getNetwork()?.network.chainNamespace === "eip155")
        return (await modal.send({ to: recipient, amount: "0.5" })).ok
      // The recipient has no address on other chains.
      modal.open("WalletSend")
      return false
    },
  },
  {
    name: "Swap",
    text: "Ether for a test dollar, at the mock server's own exchange.",
    label: "Swap 0.5",
    needsAccount: true,
    run: async () => (await modal.swap({ amount: "0.5", destination: "mUSDC" })).ok,
  },
  {
    name: "Sign in",
    text: "A signature that tells a server who you are.",
    label: "Sign in with it",
    needsAccount: true,
    run: async () => {
      signIn()
      return false
    },
    isDone: ({ signature }) => signature.status === "signedIn",
  },
]

/** Shows the steps that lead through the modal, and which of them are done. */
export const showGuide = (modal: WModal, options: GuideOptions) => {
  const rows = makeSteps(modal, options).map((step) => {
    const mark = make("span", { className: "guide-mark" })
    mark.setAttribute("aria-hidden", "true")
    const done = make("span", { className: "hidden" })
    const button = make("button", { type: "button", className: "action", textContent: step.label })
    const item = make(
      "li",
      {},
      mark,
      make("div", {}, make("strong", {}, step.name), done, make("p", {}, step.text)),
      button,
    )
    const finish = () => {
      item.dataset["done"] = ""
      done.textContent = ", done"
      keepDone(step.name)
    }
    if (readDone().includes(step.name)) finish()
    button.addEventListener("click", async () => {
      if (await step.run()) finish()
    })
    return { button, finish, item, step }
  })
  const show = (state: WModalState) => {
    for (const { button, finish, step } of rows) {
      button.disabled = step.needsAccount && state.status !== "connected"
      if (step.isDone?.(state) === true) finish()
    }
  }
  modal.subscribe(show)
  show(modal.getState())
  element("#guide").replaceChildren(...rows.map(({ item }) => item))
}
