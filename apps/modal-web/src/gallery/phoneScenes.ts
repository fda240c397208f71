import { ConnectorError } from "@wmodal/chains"
import { polkadot as polkadotChain } from "@wmodal/chains/polkadot"
import type { WalletEntry } from "@wmodal/core"
import type { Network } from "@wmodal/protocol"
import type { FakeEngineState } from "./fakeEngine.ts"
import { sendScenes } from "./sendScenes.ts"
import { account, polygon, signedIn, svg } from "./signedIn.ts"

const rainbow = svg(
  "<rect width='40' height='40' fill='#174299'/><g fill='none' stroke-width='4'><path d='M8 14a18 18 0 0 1 18 18' stroke='#ff4000'/><path d='M8 20a12 12 0 0 1 12 12' stroke='#ffb800'/><path d='M8 26a6 6 0 0 1 6 6' stroke='#00c2ff'/></g>",
)

/** A wallet with every kind of app. */
export const everywhere: WalletEntry = {
  id: "1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369",
  name: "Rainbow",
  icon: rainbow,
  rdns: "me.rainbow",
  certified: true,
  links: { mobile: "rainbow://", desktop: "rainbow-desktop://", webapp: "https://app.rainbow.example/" },
  stores: {
    appStore: "https://apps.apple.com/app/rainbow",
    playStore: "https://play.google.com/store/apps/details?id=me.rainbow",
    chromeStore: null,
    homepage: "https://rainbow.example/",
  },
}

/** A wallet with phone apps only. */
const phones: WalletEntry = { ...everywhere, links: { ...everywhere.links, desktop: null, webapp: null } }
const page: WalletEntry = { ...everywhere, links: { ...everywhere.links, mobile: null, desktop: null } }
const desktop: WalletEntry = { ...everywhere, links: { ...everywhere.links, mobile: null, webapp: null } }
const extension: WalletEntry = { ...everywhere, links: { mobile: null, desktop: null, webapp: null } }

const uri = `wc:${"7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9"}@2?expiryTimestamp=1795312860&relay-protocol=irn&symKey=${"587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303"}`

/** When the links of all scenes were made, in UTC milliseconds. */
export const linksMadeAt = Date.now()

/** Returns a link that expires after these seconds. */
const makeLink = (seconds: number) => ({ uri, expiresAt: linksMadeAt + seconds * 1000 })

const info = { connectorId: "walletConnect", name: "WalletConnect", icon: null }
const asking = (slow = false): FakeEngineState["states"] => ({
  eip155: { _tag: "Connecting", wallet: info, slow },
})

const showing = (
  wallet: WalletEntry | null,
  over: Partial<FakeEngineState> = {},
): Partial<FakeEngineState> => ({
  history: [{ _tag: "Connect" }, { _tag: "ConnectingWalletConnect", wallet }],
  states: asking(),
  link: makeLink(238),
  ...over,
})

const phone: FakeEngineState["place"] = {
  mobile: true,
  device: { os: "ios", tapOnly: true, telegram: false, framed: false },
}

const failed = (
  reason: ConnectorError["reason"],
  wallet: WalletEntry | null = null,
  over: Partial<FakeEngineState> = {},
): Partial<FakeEngineState> =>
  showing(wallet, {
    link: null,
    states: {
      eip155: {
        _tag: "Failed",
        wallet: info,
        problem: new ConnectorError({ connectorId: "walletConnect", reason }),
      },
    },
    ...over,
  })

const app = { name: "Rainbow", href: "rainbow://" }
const connected: FakeEngineState["states"] = {
  eip155: {
    _tag: "Connected",
    wallet: { ...info, name: "Rainbow", icon: rainbow },
    accounts: [account.caipAddress],
    account: account.caipAddress,
    walletNetwork: "eip155:1",
  },
}
const toPolygon: Partial<FakeEngineState> = {
  ...signedIn,
  history: [{ _tag: "Account" }, { _tag: "SwitchNetwork", network: "eip155:137" }],
  switching: { _tag: "Switching", network: polygon, slow: false },
}

/** A chain whose code the page has passed in one scene only. */
const polkadot: Network = {
  id: "91b171bb158e2d3848fa23a9f1c25182",
  caipNetworkId: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
  chainNamespace: "polkadot",
  name: "Polkadot",
  nativeCurrency: { name: "Polkadot", symbol: "DOT", decimals: 10 },
  rpcUrls: { default: { http: [] } },
}
const dotAddress = "12bzRJfh7arnnfPPUZHeJUaE62QLEwhK48QnH9LXeK2m1iZU"
const dotAccount = `${polkadot.caipNetworkId}:${dotAddress}` as const
const onPolkadot: Partial<FakeEngineState> = {
  ...signedIn,
  history: [{ _tag: "Account" }],
  configured: [polygon, polkadot],
  shown: { network: polkadot, known: true },
  states: {
    polkadot: {
      _tag: "Connected",
      wallet: { ...info, name: "Nova Wallet" },
      accounts: [dotAccount],
      account: dotAccount,
      walletNetwork: null,
    },
  },
  account: {
    ...account,
    caipAddress: dotAccount,
    address: dotAddress,
    network: polkadot.caipNetworkId,
    explorerUrl: null,
  },
}

/** Scenes of a remote wallet, in every state of a request. */
export const phoneScenes = {
  "phone-making": showing(null, { link: null }),
  "phone-code": showing(null),
  "phone-code-ends": showing(null, { link: makeLink(24) }),
  "phone-code-slow": showing(null, { states: asking(true) }),
  "phone-code-wallet": showing(phones),
  "phone-code-wallet-slow": showing(phones, { states: asking(true) }),
  "phone-tabs": showing(everywhere),
  "phone-basic": showing(null, { history: [{ _tag: "ConnectingWalletConnectBasic" }] }),
  "phone-open": showing(phones, { place: phone }),
  "phone-open-making": showing(phones, { place: phone, link: null }),
  "phone-open-slow": showing(phones, { place: phone, states: asking(true) }),
  "phone-open-tabs": showing(everywhere, { place: phone }),
  "phone-webapp": showing(page),
  "phone-desktop": showing(desktop),
  "phone-not-detected": showing(extension, { states: {}, link: null }),
  "phone-declined": failed({ _tag: "Declined" }, phones),
  "phone-declined-any": failed({ _tag: "Declined" }),
  "phone-expired": failed({ _tag: "Expired" }),
  "phone-unreachable": failed({ _tag: "Offline" }),
  "phone-refused-origin": failed({ _tag: "Refused", refusal: "origin" }),
  "phone-refused-alert": failed({ _tag: "Refused", refusal: "origin" }, null, {
    alert: new ConnectorError({
      connectorId: "walletConnect",
      reason: { _tag: "Refused", refusal: "origin" },
    }),
  }),
  "phone-refused-time": failed({ _tag: "Refused", refusal: "time" }),
  "phone-refused-project": failed({ _tag: "Refused", refusal: "projectId" }),
  "phone-not-loaded": failed({ _tag: "ChunkLoadFailed" }),
  "phone-malformed": failed({ _tag: "Malformed", what: "accounts" }),
  "phone-send-asking": { ...sendScenes["review-asking"], states: connected },
  "phone-send-slow": { ...sendScenes["review-slow"], states: connected },
  "phone-send-app": { ...sendScenes["review-asking"], states: connected, app, place: phone },
  "phone-switch": { ...toPolygon, states: connected },
  "phone-switch-app": { ...toPolygon, states: connected, app, place: phone },
  "polkadot-account": { ...onPolkadot, chains: [polkadotChain()] },
  "phone-address-only": onPolkadot,
  "phone-address-only-settings": {
    ...onPolkadot,
    history: [{ _tag: "Account" }, { _tag: "AccountSettings" }],
  },
  "phone-no-relay": showing(null, { relay: false, states: {}, link: null }),
  "phone-late": showing(null, {
    late: {
      namespace: "eip155",
      wallet: { ...info, name: "Rainbow", icon: rainbow },
      session: {
        accounts: ["eip155:1:0x52908400098527886E0F7030069857D29c9c0f3a"],
        network: "eip155:1",
      },
    },
  }),
} as const satisfies Readonly<Record<string, Partial<FakeEngineState>>>
