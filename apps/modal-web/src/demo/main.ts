import { walletConnect } from "@wmodal/walletconnect"
import {
  base,
  bitcoin,
  bitcoinMainnet,
  bitcoinTestnet,
  createWModal,
  evm,
  mainnet,
  polkadot,
  polkadotMainnet,
  polygon,
  sepolia,
  solana,
  solanaDevnet,
  solanaMainnet,
  type Theme,
  type WModalState,
} from "../index.ts"
import { demoLinks } from "../views/connect/demoLinks.ts"
import { getInboxPage, getMockServer, getPhonePage, loadConfig, parseChains } from "./config.ts"
import { devWalletKey } from "./devWalletKey.ts"
import { element } from "./element.ts"
import { showInbox } from "./inbox.ts"
import { chooseNetworks, chooseServers } from "./playground/networkChoices.ts"
import { parseSettings, toOptions } from "./playground/settings.ts"
import { showGuide } from "./playground/showGuide.ts"
import { showPlayground } from "./playground/showPlayground.ts"
import { showWorld } from "./playground/showWorld.ts"
import { showNetworkLog } from "./showNetworkLog.ts"
import { explainRefusal, signMessage, signTypedData } from "./signing.ts"
import { makeDemoSiwx } from "./siwx.ts"

const query = new URLSearchParams(location.search)
const parseMode = (text: string | null): Theme["mode"] =>
  text === "light" || text === "dark" ? text : "auto"

const config = await loadConfig()
// Read once nothing is waited for any more: `hashchange` is heard from the end of this script on.
const settings = parseSettings(location.hash)
const {
  namespaces,
  networks: networkNames,
  defaultNetwork,
} = chooseNetworks(settings.net, query.has("chains") ? parseChains(query.get("chains")) : config.chains)
const chains = [evm(), solana(), bitcoin(), polkadot()].filter(({ namespace }) =>
  namespaces.includes(namespace),
)
/** By the names that a page imports. */
const table = {
  mainnet,
  polygon,
  base,
  sepolia,
  solanaMainnet,
  solanaDevnet,
  bitcoinMainnet,
  bitcoinTestnet,
  polkadotMainnet,
}
const networks = Object.entries(table).flatMap(([name, network]) =>
  networkNames.includes(name) ? [network] : [],
)
const firstNetwork = Object.entries(table).find(([name]) => name === defaultNetwork)?.[1]

const embedded = query.has("embedded") || settings.embedded
const language = query.get("language")
const accent = query.get("accent")
const background = query.get("background")
const mode = parseMode(query.get("theme"))
element("#place").hidden = !embedded
document.documentElement.dir = query.get("dir") === "rtl" ? "rtl" : settings.direction

const projectId = query.get("projectId") ?? config.projectId
const { relay, ...directEndpoints } = chooseServers(config.endpoints, settings.net)
const hasRelay = relay !== undefined && !query.has("noRelay")

const phonePage = getPhonePage(config, projectId)
if (phonePage !== null) demoLinks.current = { text: "No phone at hand? Use the demo's", hrefFor: phonePage }
const inboxPage = getInboxPage(config, projectId)
if (inboxPage !== null) demoLinks.inbox = { text: "Open the demo's inbox", href: inboxPage }

const { embedded: _, ...chosen } = toOptions(settings)
const modal = createWModal({
  walletConnect: walletConnect(),
  ...chosen,
  ...(settings.siwx && { siwx: makeDemoSiwx() }),
  projectId,
  chains: query.has("noChains") ? [] : chains,
  networks,
  ...(firstNetwork !== undefined && { defaultNetwork: firstNetwork }),
  endpoints: { ...directEndpoints, ...(hasRelay && { relay }) },
  customRpcUrls: config.rpc,
  // So that browser tests can look inside. The demo's money is not real.
  shadowRoot: "open",
  features: {
    ...chosen.features,
    ...(query.has("analytics") && { analytics: true }),
    ...(query.has("addNetworks") && { addNetworks: true }),
  },
  themeMode: mode,
  embedded,
  themeVariables: {
    ...chosen.themeVariables,
    ...(accent !== null && { accent }),
    ...(background !== null && { background }),
  },
  ...(language !== null && { language }),
})

const server = getMockServer(config.endpoints)
if (server !== null && config.endpoints.secureSite !== undefined) showInbox(modal, { server, projectId })

showNetworkLog(modal)

// For the console, as a page's own script would hold it.
Object.assign(globalThis, { modals: [modal] })

const playground = showPlayground(modal, settings, mode)

const wear = (mode: Theme["mode"]) => {
  document.documentElement.dataset["theme"] = mode
  modal.setThemeMode(mode)
  playground.setMode(mode)
}
for (const choice of document.querySelectorAll<HTMLInputElement>("input[name=theme]")) {
  choice.checked = choice.value === mode
  choice.addEventListener("change", () => wear(parseMode(choice.value)))
}
wear(mode)

/** Returns the exact decimal number, because a float would round the balance. */
const exact = ({ value, decimals }: { readonly value: bigint; readonly decimals: number }) => {
  const digits = value.toString().padStart(decimals + 1, "0")
  const whole = digits.length - decimals
  return `${digits.slice(0, whole)}.${digits.slice(whole)}`.replace(/\.?0*$/, "")
}

const show = ({ status, account, network, wallet }: WModalState) => {
  element("#status").textContent = status
  element("#address").textContent = account?.address ?? "none"
  element("#network").textContent = network?.network.name ?? "not loaded yet"
  element("#wallet").textContent = wallet?.name ?? "none"
  const balance = account?.balance
  element("#balance").textContent = balance ? `${exact(balance)} ${balance.symbol}` : "none"
}
modal.subscribe(show)
show(modal.getState())

const result = element("#result")
const answer = async (ask: () => Promise<string>) => {
  delete result.dataset["bad"]
  result.textContent = "Review the request, then check your wallet."
  try {
    result.textContent = await ask()
  } catch (refusal) {
    result.dataset["bad"] = ""
    result.textContent = explainRefusal(refusal)
  }
}
element("#sign-message").addEventListener("click", () =>
  answer(() => signMessage(modal, element<HTMLTextAreaElement>("#message").value)),
)
element("#sign-typed-data").addEventListener("click", () => answer(() => signTypedData(modal)))

/** Returns true when this tab has used the dev wallet. Without it the modal could not restore its session. */
const hasDevWallet = () => {
  try {
    return sessionStorage.getItem(devWalletKey) !== null
  } catch {
    return false
  }
}

const useDevWallet = async () => {
  const { startDevWallet } = await import("./devWallet.ts")
  startDevWallet(networks, config, { smartAccount: query.has("smart") })
  const offer = element("#dev-offer")
  offer.textContent = "The dev wallet is ready. Connect it like any other."
  offer.tabIndex = -1
  return offer
}
const dev = element<HTMLButtonElement>("#dev")
dev.addEventListener("click", () => {
  const focused = document.activeElement === dev
  dev.disabled = true
  useDevWallet().then(
    // The text replaces the button and takes its focus.
    (offer) => focused && offer.focus(),
    () => {
      dev.disabled = false
      dev.textContent = "The dev wallet could not be loaded. Try again"
    },
  )
})
if (query.has("dev") || hasDevWallet()) dev.click()

showGuide(modal, {
  provideWallet: () => dev.isConnected && !dev.disabled && dev.click(),
  signIn: playground.signIn,
})
if (server !== null) showWorld(modal, { server, projectId })
