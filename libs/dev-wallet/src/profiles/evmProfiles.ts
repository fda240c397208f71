import {
  askingSteps,
  eip1193,
  everyStep,
  type ProfileError,
  type ProfileStep,
  type WalletProfile,
} from "./WalletProfile.ts"

/** The codes of EIP-1193 and EIP-1474 in the words of MetaMask's library, which many wallets have taken over. */
const standardErrors: readonly ProfileError[] = [
  { steps: everyStep, thrown: eip1193(4001, "User rejected the request."), answer: "declined" },
  {
    steps: everyStep,
    thrown: eip1193(4100, "The requested account and/or method has not been authorized by the user."),
    answer: "unauthorized",
  },
  {
    steps: everyStep,
    thrown: eip1193(4200, "The requested method is not supported by this Ethereum provider."),
    answer: "unsupported",
  },
  {
    steps: everyStep,
    thrown: eip1193(4900, "The provider is disconnected from all chains."),
    answer: "offline",
  },
  { steps: everyStep, thrown: eip1193(-32603, "Internal JSON-RPC error."), answer: "lost" },
]

const said = (
  steps: readonly ProfileStep[],
  answer: ProfileError["answer"],
  ...all: readonly unknown[]
): readonly ProfileError[] => all.map((thrown) => ({ steps, thrown, answer }))

const unknown = (...all: readonly unknown[]) => said(["switch"], "unknownNetwork", ...all)

const tryAdding = (network: string) =>
  `Unrecognized chain ID "${network}". Try adding the chain using wallet_addEthereumChain first.`

const metamaskPending = said(
  ["connect"],
  "pending",
  eip1193(-32002, "Already processing eth_requestAccounts. Please wait."),
)

/** Wallets whose words for a connection, a refusal or a network are the only thing known of them. */
const partlyKnown: readonly WalletProfile[] = [
  {
    id: "rainbow",
    name: "Rainbow",
    namespace: "eip155",
    source: "rainbow-me/rainbow#5620",
    errors: unknown({ name: "Invalid Request", message: "Chain Id not supported", code: -32600 }),
    outcomes: { connectPending: "waits" },
  },
  {
    id: "zerion",
    name: "Zerion",
    namespace: "eip155",
    source: "zeriontech/zerion-wallet-extension#519",
    errors: unknown({ code: 4902, message: "Chain not configured" }),
    outcomes: { connectPending: "waits" },
  },
  {
    id: "metamask-in-brave",
    name: "MetaMask in Brave",
    namespace: "eip155",
    source: "MetaMask/metamask-extension#25450, title and text",
    errors: [
      ...unknown({
        code: -32603,
        message:
          'Unrecognized chain ID "0x14a34". Try adding the chain using wallet_switchEthereumChain first.',
      }),
      ...metamaskPending,
    ],
  },
  {
    id: "coinbase-2021",
    name: "Coinbase Wallet, 2021",
    namespace: "eip155",
    source: "coinbase/coinbase-wallet-sdk#213, of the request to add, and #915, whose code has -32603",
    errors: [
      ...unknown({ code: 2, message: "chainId 0x385 not supported" }),
      ...said(["connect"], "declined", new Error("accounts received is empty")),
    ],
    outcomes: { connectPending: "waits" },
  },
  {
    id: "bifrost",
    name: "Bifrost",
    namespace: "eip155",
    source: "WalletConnect/walletconnect-monorepo#1995: a switch to a network that it lacks succeeds",
    errors: said(everyStep, "declined", eip1193(4001, "User rejected the request.")),
    quirks: { claimsSwitches: true },
    outcomes: { connectPending: "waits", switchUnknown: "unchanged" },
  },
  {
    id: "vultisig",
    name: "Vultisig",
    namespace: "eip155",
    source: "vultisig/vultisig-windows#4565",
    errors: said(["connect"], "declined", eip1193(-32603, "User rejected the request")),
    outcomes: { connectPending: "waits" },
  },
]

/** MetaMask locks by emptying the accounts. Its unlock pop-up, closed, leaves the request open. */
const metamaskQuirks = {
  locked: "waits",
  leaving: { thrown: eip1193(-32603, 'Unrecognized subject: "https://dapp.example" has no permissions.') },
  onGone: [
    ["disconnect", eip1193(1011, "MetaMask: Disconnected from MetaMask background. Page reload required.")],
  ],
} as const

/** The EVM wallets, with what each says and does otherwise than EIP-1193 has it. */
export const evmProfiles: readonly WalletProfile[] = [
  {
    id: "metamask",
    name: "MetaMask",
    namespace: "eip155",
    source:
      "@metamask/rpc-errors 7.0.3; @metamask/providers, StreamProvider; MetaMask/metamask-extension#11030, #11231, #11613, #30152; ethers in BoltzExchange/boltz-web-app#1220",
    errors: [
      ...said(["send"], "declined", {
        code: 4001,
        message: "MetaMask Tx Signature: User denied transaction signature.",
        data: { cause: "rejectAllApprovals" },
      }),
      ...standardErrors,
      ...said(
        ["send"],
        "declined",
        new Error(
          `[ethjs-query] while formatting outputs from RPC '{"value":{"code":4001,"message":"MetaMask Tx Signature: User denied transaction signature."}}'`,
        ),
      ),
      ...said(
        ["connect"],
        "pending",
        eip1193(-32002, "Already processing eth_requestAccounts. Please wait."),
      ),
      ...unknown(eip1193(4902, tryAdding("0x2105"))),
    ],
    quirks: metamaskQuirks,
    outcomes: { connectLocked: "waits", gone: "away" },
  },
  {
    id: "metamask-ledger",
    name: "MetaMask with a Ledger",
    namespace: "eip155",
    source:
      "@metamask/eth-ledger-bridge-keyring 11.1.2; @ledgerhq/errors 7.0.0; MetaMask/eth-ledger-bridge-keyring#49",
    errors: [
      ...said(
        ["sign", "send"],
        "declined",
        eip1193(
          -32603,
          "Error: TransportStatusError: Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)",
        ),
        new Error("Ledger: User rejected the transaction"),
      ),
      ...said(
        ["sign"],
        "locked",
        new Error("Ledger: Device is locked. Unlock it to continue"),
        new Error("Ledger device: Locked device (0x5515)"),
      ),
      ...said(["send"], "lost", new Error("Ledger: Blind signing must be enabled")),
      ...metamaskPending,
    ],
    quirks: metamaskQuirks,
    outcomes: { connectLocked: "waits", gone: "away" },
  },
  {
    id: "rabby",
    name: "Rabby",
    namespace: "eip155",
    source:
      "RabbyHub/Rabby, background/controller/provider/rpcFlow.ts and controller/wallet.ts (lockWallet); #3057: the hash of a Safe's transaction is its safeTxHash",
    errors: [...standardErrors, ...unknown(eip1193(4902, tryAdding("0x2105")))],
    quirks: {
      leaving: {
        thrown: {
          code: -32601,
          message: "method [wallet_revokePermissions] doesn't has corresponding handler",
        },
      },
      onLock: [
        ["accountsChanged", []],
        ["lock", undefined],
      ],
    },
    outcomes: { connectPending: "waits" },
  },
  {
    id: "coinbase",
    name: "Coinbase Wallet",
    namespace: "eip155",
    source: "@coinbase/wallet-sdk 4.4.0, core/error/constants",
    errors: [...standardErrors, ...unknown(eip1193(4902, "Unrecognized chain ID."))],
    outcomes: { connectPending: "waits" },
  },
  {
    id: "trust",
    name: "Trust",
    namespace: "eip155",
    source:
      "trustwallet/wallet-core#3171; wevm/wagmi#4754 and trustwallet/wallet-core#4464, which give no words: the second is ours; trustwallet/trust-web3-provider, EthereumProvider.toHexChainId: networks were decimal; the order of its events is ours",
    errors: [
      ...unknown(
        'sendError Error: Unrecognized chain ID "0x61". Try adding the chain using wallet_addEthereumChain first',
        new Error("未能切换网络"),
      ),
      ...said(everyStep, "declined", eip1193(4001, "User rejected the request.")),
      ...said(everyStep, "unsupported", eip1193(4200, "Trust does not support this method.")),
    ],
    quirks: { chainId: "decimal", events: "after" },
    outcomes: { connectPending: "waits" },
  },
  {
    id: "okx",
    name: "OKX",
    namespace: "eip155",
    source:
      "thirdweb-dev/web3-onboard#1469, whose screen shows no code; OKX's documentation of the injected provider: 4001; the order of its events is ours",
    errors: [
      ...unknown(new Error(`OKX Wallet - RPC Error: ${tryAdding("0x1")}`)),
      ...said(everyStep, "declined", eip1193(4001, "User rejected the request.")),
    ],
    quirks: { events: "after" },
    outcomes: { connectPending: "waits" },
  },
  {
    id: "phantom",
    name: "Phantom",
    namespace: "eip155",
    source: "docs.phantom.com: errors of Ethereum; wevm/wagmi#4237: eth_accounts gets no answer",
    errors: [
      ...said(askingSteps, "declined", eip1193(4001, "User rejected the request.")),
      ...said(askingSteps, "pending", eip1193(-32002, "Requested resource not available.")),
      ...said(askingSteps, "lost", eip1193(-32603, "Something went wrong within Phantom.")),
    ],
    quirks: { silent: "waits" },
    outcomes: { restore: "silent", restoreLocked: "silent" },
  },
  {
    id: "safe",
    name: "Safe",
    namespace: "eip155",
    source:
      "safe-global/safe-wallet-monorepo, safe-wallet-provider: every error is -32000, and a switch that did not happen is an unsupported chain; thirdweb-dev/web3-onboard#1649: the answer to a payment is the safeTxHash",
    errors: [
      ...said(askingSteps, "declined", { code: -32000, message: "User rejected transaction" }),
      ...unknown({ code: -32000, message: "Unsupported chain" }),
    ],
    quirks: {
      declinedSwitch: { thrown: { code: -32000, message: "Unsupported chain" } },
      without: ["wallet_addEthereumChain", "wallet_revokePermissions"],
    },
    outcomes: { connectPending: "waits", switchDeclined: "unsupported", switchUnknown: "unsupported" },
  },
  {
    id: "brave",
    name: "Brave",
    namespace: "eip155",
    source:
      "brave/brave-browser#18583, #22738, #27729: a second request, and one while locked, is 4001; TrueFiEng/useDApp#852; NSPG13/agent-bounties#1163",
    errors: [
      ...said(everyStep, "declined", { code: 4001, message: "The user rejected the request." }),
      ...said(
        ["switch"],
        "unsupported",
        new Error("The method 'wallet_switchEthereumChain' does not exist / is not available."),
      ),
      ...said(["sign"], "unsupported", new Error("Request method eth_chainId is not supported")),
    ],
    quirks: { pending: "declines", locked: "declines" },
    outcomes: { connectPending: "declined" },
  },
  {
    id: "talisman",
    name: "Talisman",
    namespace: "eip155",
    source:
      "TalismanSociety/talisman, extension-core domains/ethereum/handler.tabs.ts; #1476, #2472: no wallet_revokePermissions before",
    errors: [
      ...said(everyStep, "declined", eip1193(4001, "User Rejected Request")),
      ...said(
        ["connect"],
        "pending",
        eip1193(
          -32002,
          "Pending authorisation request already exists for this site. Please accept or reject the request.",
        ),
      ),
      ...said(everyStep, "unauthorized", eip1193(4100, "Unauthorized")),
      ...unknown(
        eip1193(4902, "Unknown network 8453, try adding the chain using wallet_addEthereumChain first"),
      ),
    ],
    quirks: {
      lowercase: true,
      leaving: { thrown: eip1193(-32601, "the method wallet_revokePermissions does not exist") },
      sharesLocked: true,
      onLeave: [["disconnect", { code: 4901 }]],
    },
    outcomes: { lock: "stays", restoreLocked: "done" },
  },
  ...partlyKnown,
]
