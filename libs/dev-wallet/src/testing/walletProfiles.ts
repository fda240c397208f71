/** What a request asks of a wallet. */
export type ProfileStep = "connect" | "sign" | "send" | "switch"

/** What the person, or the wallet itself, answered. `lost`: the error does not say. */
export type ProfileAnswer =
  | "declined"
  | "pending"
  | "locked"
  | "unauthorized"
  | "unsupported"
  | "unknownNetwork"
  | "offline"
  | "lost"

/** One error of a wallet, in the shape in which it reaches a page. */
export interface ProfileError {
  readonly steps: readonly ProfileStep[]
  readonly thrown: unknown
  readonly answer: ProfileAnswer
}

/** Errors of a real wallet. */
export interface WalletProfile {
  readonly name: string
  readonly namespace: "eip155" | "solana" | "bip122" | "polkadot"
  /** Where the texts, codes and shapes are from. */
  readonly source: string
  readonly errors: readonly ProfileError[]
}

const all: readonly ProfileStep[] = ["connect", "sign", "send", "switch"]
const asking: readonly ProfileStep[] = ["connect", "sign", "send"]

const eip1193 = (code: number, message: string) => Object.assign(new Error(message), { code })

/** The codes of EIP-1193 and EIP-1474 in the words of MetaMask's library, which many wallets have taken over. */
const standardErrors: readonly ProfileError[] = [
  { steps: all, thrown: eip1193(4001, "User rejected the request."), answer: "declined" },
  {
    steps: all,
    thrown: eip1193(4100, "The requested account and/or method has not been authorized by the user."),
    answer: "unauthorized",
  },
  {
    steps: all,
    thrown: eip1193(4200, "The requested method is not supported by this Ethereum provider."),
    answer: "unsupported",
  },
  { steps: all, thrown: eip1193(4900, "The provider is disconnected from all chains."), answer: "offline" },
  { steps: all, thrown: eip1193(-32603, "Internal JSON-RPC error."), answer: "lost" },
]

const unknown = (thrown: unknown): ProfileError => ({ steps: ["switch"], thrown, answer: "unknownNetwork" })

/** Wallets of which the words for an unknown network alone are known. */
const unknownNetworkProfiles: readonly WalletProfile[] = [
  {
    name: "Trust",
    namespace: "eip155",
    source:
      "trustwallet/wallet-core#3171; wevm/wagmi#4754 and trustwallet/wallet-core#4464, which give no words: the second is ours",
    errors: [
      unknown(
        'sendError Error: Unrecognized chain ID "0x61". Try adding the chain using wallet_addEthereumChain first',
      ),
      unknown(new Error("未能切换网络")),
    ],
  },
  {
    name: "OKX",
    namespace: "eip155",
    source: "thirdweb-dev/web3-onboard#1469, whose screen shows no code",
    errors: [
      unknown(
        new Error(
          'OKX Wallet - RPC Error: Unrecognized chain ID "0x1". Try adding the chain using wallet_addEthereumChain first.',
        ),
      ),
    ],
  },
  {
    name: "Rainbow",
    namespace: "eip155",
    source: "rainbow-me/rainbow#5620",
    errors: [unknown({ name: "Invalid Request", message: "Chain Id not supported", code: -32600 })],
  },
  {
    name: "Zerion",
    namespace: "eip155",
    source: "zeriontech/zerion-wallet-extension#519",
    errors: [unknown({ code: 4902, message: "Chain not configured" })],
  },
  {
    name: "MetaMask in Brave",
    namespace: "eip155",
    source: "MetaMask/metamask-extension#25450, title and text",
    errors: [
      unknown({
        code: -32603,
        message:
          'Unrecognized chain ID "0x14a34". Try adding the chain using wallet_switchEthereumChain first.',
      }),
    ],
  },
  {
    name: "Coinbase Wallet, 2021",
    namespace: "eip155",
    source: "coinbase/coinbase-wallet-sdk#213, of the request to add, and #915, whose code has -32603",
    errors: [unknown({ code: 2, message: "chainId 0x385 not supported" })],
  },
]

/** Real wallets' answers, as data for the tests of connectors. */
export const walletProfiles: readonly WalletProfile[] = [
  ...unknownNetworkProfiles,
  {
    name: "MetaMask",
    namespace: "eip155",
    source:
      "@metamask/rpc-errors 7.0.3; MetaMask/metamask-extension#11613; ethers in BoltzExchange/boltz-web-app#1220",
    errors: [
      ...standardErrors,
      {
        steps: ["send"],
        thrown: {
          code: 4001,
          message: "MetaMask Tx Signature: User denied transaction signature.",
          data: { cause: "rejectAllApprovals" },
        },
        answer: "declined",
      },
      {
        steps: ["send"],
        thrown: new Error(
          `[ethjs-query] while formatting outputs from RPC '{"value":{"code":4001,"message":"MetaMask Tx Signature: User denied transaction signature."}}'`,
        ),
        answer: "declined",
      },
      {
        steps: ["connect"],
        thrown: eip1193(-32002, "Already processing eth_requestAccounts. Please wait."),
        answer: "pending",
      },
    ],
  },
  {
    name: "MetaMask with a Ledger",
    namespace: "eip155",
    source:
      "@metamask/eth-ledger-bridge-keyring 11.1.2; @ledgerhq/errors 7.0.0; MetaMask/eth-ledger-bridge-keyring#49",
    errors: [
      {
        steps: ["sign", "send"],
        thrown: eip1193(
          -32603,
          "Error: TransportStatusError: Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)",
        ),
        answer: "declined",
      },
      {
        steps: ["sign", "send"],
        thrown: new Error("Ledger: User rejected the transaction"),
        answer: "declined",
      },
      {
        steps: ["sign"],
        thrown: new Error("Ledger: Device is locked. Unlock it to continue"),
        answer: "locked",
      },
      { steps: ["sign"], thrown: new Error("Ledger device: Locked device (0x5515)"), answer: "locked" },
      { steps: ["send"], thrown: new Error("Ledger: Blind signing must be enabled"), answer: "lost" },
    ],
  },
  {
    name: "Coinbase Wallet",
    namespace: "eip155",
    source: "@coinbase/wallet-sdk 4.4.0, core/error/constants",
    errors: standardErrors,
  },
  {
    name: "Brave",
    namespace: "eip155",
    source: "brave/brave-browser#18583; NSPG13/agent-bounties#1163",
    errors: [
      {
        steps: ["switch"],
        thrown: new Error("The method 'wallet_switchEthereumChain' does not exist / is not available."),
        answer: "unsupported",
      },
      {
        steps: ["sign"],
        thrown: new Error("Request method eth_chainId is not supported"),
        answer: "unsupported",
      },
    ],
  },
  ...(["eip155", "solana"] as const).map((namespace) => ({
    name: "Phantom",
    namespace,
    source: "docs.phantom.com: errors of Solana and of Ethereum",
    errors: [
      { steps: asking, thrown: eip1193(4001, "User rejected the request."), answer: "declined" as const },
      {
        steps: asking,
        thrown: eip1193(-32002, "Requested resource not available."),
        answer: "pending" as const,
      },
      {
        steps: asking,
        thrown: eip1193(-32603, "Something went wrong within Phantom."),
        answer: "lost" as const,
      },
    ],
  })),
  {
    name: "Backpack",
    namespace: "solana",
    source: "coral-xyz/backpack#904",
    errors: [{ steps: ["sign", "send"], thrown: "user rejected signature request", answer: "declined" }],
  },
  {
    name: "Vultisig",
    namespace: "eip155",
    source: "vultisig/vultisig-windows#4565",
    errors: [
      { steps: ["connect"], thrown: eip1193(-32603, "User rejected the request"), answer: "declined" },
    ],
  },
  {
    name: "Suiet",
    namespace: "solana",
    source: "suiet/wallet-kit#316: the transaction succeeded all the same",
    errors: [{ steps: ["send"], thrown: new Error("Rejected from user"), answer: "lost" }],
  },
  {
    name: "Xverse",
    namespace: "bip122",
    source: "@sats-connect/core 0.16.0, RpcErrorCode; secretkeylabs/sats-connect#167",
    errors: [
      {
        steps: ["sign"],
        thrown: { code: -32000, message: "User rejected request to sign a psbt" },
        answer: "declined",
      },
      { steps: ["sign"], thrown: { code: -32603, message: "Internal error" }, answer: "lost" },
    ],
  },
  {
    name: "UniSat",
    namespace: "bip122",
    source: "secretkeylabs/sats-connect#166",
    errors: [
      {
        steps: ["sign", "send"],
        thrown: {
          code: -32603,
          message: "Not finalized",
          data: { originalError: { message: "Not finalized" } },
        },
        answer: "lost",
      },
    ],
  },
  {
    name: "Leather",
    namespace: "bip122",
    source: "@leather.io/rpc 2.21.16, RpcErrorCode",
    errors: [
      {
        steps: asking,
        thrown: { jsonrpc: "2.0", id: "1", error: { code: 4001, message: "User rejected request" } },
        answer: "declined",
      },
    ],
  },
  {
    name: "SubWallet",
    namespace: "polkadot",
    source: "Koniverse/SubWallet-Mobile#1010",
    errors: [{ steps: ["connect", "sign"], thrown: new Error("Rejected by user"), answer: "declined" }],
  },
  {
    name: "polkadot{.js} extension, Talisman",
    namespace: "polkadot",
    source: "@polkadot/extension-base 0.62.3, background/handlers/Extension",
    errors: [{ steps: ["connect", "sign"], thrown: new Error("Cancelled"), answer: "declined" }],
  },
]
