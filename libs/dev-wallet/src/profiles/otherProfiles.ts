import {
  askingSteps,
  eip1193,
  type ProfileError,
  type ProfileStep,
  type WalletProfile,
} from "./WalletProfile.ts"

const said = (
  steps: readonly ProfileStep[],
  answer: ProfileError["answer"],
  ...all: readonly unknown[]
): readonly ProfileError[] => all.map((thrown) => ({ steps, thrown, answer }))

/** What an extension's bridge throws after the extension was updated. Source: Chrome, extension runtime. */
const gone = { gone: { thrown: new Error("Extension context invalidated.") } } as const

const phantomErrors: readonly ProfileError[] = [
  ...said(askingSteps, "declined", eip1193(4001, "User rejected the request.")),
  ...said(askingSteps, "pending", eip1193(-32002, "Requested resource not available.")),
  ...said(
    ["sign"],
    "unauthorized",
    eip1193(4100, "The requested method and/or account has not been authorized by the user."),
  ),
  ...said(askingSteps, "lost", eip1193(-32603, "Something went wrong within Phantom.")),
]

/** Solana's wallets of the Wallet Standard. */
export const solanaProfiles: readonly WalletProfile[] = [
  {
    id: "phantom",
    name: "Phantom",
    namespace: "solana",
    source:
      "docs.phantom.com: errors of Solana; Cyberk-vn/lynk#50: a silent request of an unknown page is refused",
    errors: phantomErrors,
    quirks: gone,
    // The payment may have reached it before.
    outcomes: { signGone: "notInstalled", sendGone: "lost" },
  },
  {
    id: "backpack",
    name: "Backpack",
    namespace: "solana",
    source:
      "coral-xyz/backpack#904, #3555, its app's approval sheet: errors are texts, and a closed sheet denies the approval",
    errors: [
      ...said(["sign", "send"], "declined", "user rejected signature request"),
      ...said(askingSteps, "declined", new Error("Approval Denied: Popup Closed.")),
      ...said(["sign"], "unauthorized", new Error("https://dapp.example is not an approved origin")),
    ],
    quirks: { accountsApart: true },
    outcomes: { connectPending: "waits" },
  },
  {
    id: "brave",
    name: "Brave",
    namespace: "solana",
    source:
      "brave/brave-core, solana_provider_impl: a second request, and a silent one while locked, is 4001; brave/brave-wallet-docs#59",
    errors: said(askingSteps, "declined", { code: 4001, message: "The user rejected the request." }),
    quirks: { pending: "declines", silentLocked: "declines" },
    outcomes: { connectPending: "declined", restoreLocked: "failed" },
  },
  {
    id: "coinbase",
    name: "Coinbase Wallet",
    namespace: "solana",
    source: "anza-xyz/wallet-adapter#538",
    errors: said(askingSteps, "declined", new Error("User canceled request")),
    quirks: { bareAccounts: true },
    outcomes: { connectPending: "waits" },
  },
  {
    id: "tokenpocket",
    name: "TokenPocket",
    namespace: "solana",
    source: "reown-com/appkit#4034 and appkit-web-examples#85: no standard:disconnect",
    errors: said(askingSteps, "declined", eip1193(4001, "User rejected the request.")),
    quirks: { without: ["standard:disconnect", "standard:events"] },
    outcomes: { connectPending: "waits", account: "stays", lock: "stays", leave: "stays" },
  },
  {
    id: "mobile-wallet-adapter",
    name: "Mobile Wallet Adapter",
    namespace: "solana",
    source: "wallet-ui/wallet-ui#520; solana-mobile, errors of the protocol: -1 authorization, -3 not signed",
    errors: [
      ...said(["connect"], "declined", eip1193(-1, "authorization request declined")),
      ...said(["sign", "send"], "declined", eip1193(-3, "sign request declined")),
    ],
    quirks: { events: "none" },
    outcomes: { connectPending: "waits", account: "stays", lock: "stays", leave: "stays" },
  },
  {
    id: "suiet",
    name: "Suiet",
    namespace: "solana",
    source: "suiet/wallet-kit#316: the transaction succeeded all the same; #113",
    errors: [
      ...said(["send"], "lost", new Error("Rejected from user")),
      ...said(["connect", "sign"], "declined", new Error("Permission rejected")),
    ],
    outcomes: { connectPending: "waits" },
  },
]

/** Bitcoin's wallets of the Wallet Standard, as sats-connect and the wallets themselves register them. */
export const bitcoinProfiles: readonly WalletProfile[] = [
  {
    id: "xverse",
    name: "Xverse",
    namespace: "bip122",
    source: "@sats-connect/core 0.16.0, RpcErrorCode; secretkeylabs/sats-connect#159, #167",
    errors: [
      ...said(["connect"], "declined", { code: -32000, message: "User rejected the connection request" }),
      ...said(["sign"], "declined", { code: -32000, message: "User rejected request to sign a psbt" }),
      ...said(["send"], "declined", { code: -32000, message: "User rejected request to send transfer" }),
      ...said(["sign"], "lost", { code: -32603, message: "Internal error" }),
    ],
    quirks: { without: ["bitcoin:disconnect"] },
    outcomes: { connectPending: "waits" },
  },
  {
    id: "unisat",
    name: "UniSat",
    namespace: "bip122",
    source:
      "unisat-wallet/extension, background/controller/provider/rpcFlow.ts (eth-rpc-errors); secretkeylabs/sats-connect#166",
    errors: [
      ...said(askingSteps, "declined", eip1193(4001, "User rejected the request.")),
      ...said(
        askingSteps,
        "unauthorized",
        eip1193(4100, "The requested account and/or method has not been authorized by the user."),
      ),
      ...said(["sign", "send"], "lost", {
        code: -32603,
        message: "Not finalized",
        data: { originalError: { message: "Not finalized" } },
      }),
    ],
    quirks: gone,
    // It only signs, and the page sends.
    outcomes: { connectPending: "waits", signGone: "notInstalled", sendGone: "notInstalled" },
  },
  {
    id: "leather",
    name: "Leather",
    namespace: "bip122",
    source: "@leather.io/rpc 2.21.16, RpcErrorCode: the whole JSON-RPC response is thrown",
    errors: said(askingSteps, "declined", {
      jsonrpc: "2.0",
      id: "1",
      error: { code: 4001, message: "User rejected request" },
    }),
    quirks: { without: ["bitcoin:disconnect", "standard:disconnect"] },
    outcomes: { connectPending: "waits" },
  },
  {
    id: "trust",
    name: "Trust",
    namespace: "bip122",
    source:
      "trustwallet/trust-web3-provider, packages/bitcoin/adapter/wallet.ts: `txid`, no standard:connect",
    errors: said(askingSteps, "declined", eip1193(4001, "User rejected the request.")),
    quirks: { without: ["standard:connect", "standard:disconnect"], hashMember: "txid" },
    outcomes: { connectPending: "waits" },
  },
  {
    id: "phantom",
    name: "Phantom",
    namespace: "bip122",
    source: "docs.phantom.com: errors; newer builds have the Wallet Standard alone",
    errors: phantomErrors,
    quirks: { accountsApart: true, without: ["bitcoin:signAndSendTransaction"] },
  },
]

/** The entries of `injectedWeb3`. */
export const polkadotProfiles: readonly WalletProfile[] = [
  {
    id: "polkadot-js",
    name: "polkadot{.js} extension",
    namespace: "polkadot",
    source:
      "@polkadot/extension-base 0.62.3, background/handlers/Extension and State; polkadot-js/extension#618, docs#105",
    errors: [
      ...said(["connect", "sign"], "declined", new Error("Cancelled")),
      ...said(
        ["connect"],
        "pending",
        new Error("The source https://dapp.example has a pending authorization request"),
      ),
      ...said(
        ["connect", "sign"],
        "unauthorized",
        new Error("The source https://dapp.example is not allowed to interact with this extension"),
        new Error("The source https://dapp.example has not been enabled yet"),
      ),
    ],
    quirks: { sharesLocked: true },
    outcomes: { lock: "stays", restoreLocked: "done" },
  },
  {
    id: "talisman",
    name: "Talisman",
    namespace: "polkadot",
    source:
      "TalismanSociety/talisman, extension-core sitesAuthorised/requests.ts; galacticcouncil/hydration-ui#1145: signing waits while it is locked",
    errors: [
      ...said(["connect", "sign"], "declined", new Error("Cancelled")),
      ...said(
        ["connect"],
        "pending",
        new Error(
          "Pending authorisation request already exists for this site. Please accept or reject the request.",
        ),
      ),
      ...said(
        ["connect"],
        "lost",
        new Error("Talisman extension has not been configured yet. Please continue with onboarding."),
      ),
    ],
    quirks: { locked: "waits", onLock: [] },
    outcomes: { connectLocked: "waits", lock: "stays", restoreLocked: "silent" },
  },
  {
    id: "subwallet",
    name: "SubWallet",
    namespace: "polkadot",
    source: "Koniverse/SubWallet-Mobile#1010; Koniverse/SubWallet-Extension, background/handlers/State",
    errors: [
      ...said(["connect", "sign"], "declined", new Error("Rejected by user")),
      ...said(
        ["connect"],
        "pending",
        new Error("The source https://dapp.example has a pending authorization request"),
      ),
    ],
    quirks: { sharesLocked: true },
    outcomes: { lock: "stays", restoreLocked: "done" },
  },
]
