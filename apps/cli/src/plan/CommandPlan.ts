import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import type { Format } from "../terminal/Terminal.ts"

/** The options of every command. `null`: not given on the command line. */
export interface SharedOptions {
  readonly format: Format
  readonly debug: boolean
  readonly projectId: string | null
  /** Path of a JSON file with the `endpoints` option, `-` for stdin. */
  readonly endpoints: string | null
  /** `ws:` or `wss:`; overrides `endpoints`. */
  readonly relay: string | null
  readonly network: CaipNetworkId | null
  readonly rpc: readonly RpcOverride[]
}

/** A node for a network: `--rpc eip155:1=http://127.0.0.1:8545`. */
export interface RpcOverride {
  readonly network: CaipNetworkId
  /** `http:` or `https:`. */
  readonly url: string
}

/** The source of the key, as typed; never the key itself. */
export interface KeyFlags {
  readonly account: number | null
  readonly keyFile: string | null
  readonly keystore: string | null
  readonly passwordFile: string | null
}

/** The limits for following a transaction. */
export interface WaitLimits {
  /** Required confirmations, its own block included; 0: do not wait. */
  readonly confirmations: number
  /** Seconds until the wait times out. */
  readonly seconds: number
}

/**
 * One payment as typed; `null` where missing. `amount` is a decimal number or `max`. A payment link in `to` may carry what
 * is missing.
 */
export interface TypedPayment {
  readonly amount: string | null
  readonly token: string | null
  readonly to: string | null
}

/** The options of a payment. */
export interface SendFlags {
  readonly key: KeyFlags
  readonly yes: boolean
  readonly dryRun: boolean
  readonly signOnly: boolean
  readonly waiting: WaitLimits
  /** The maximum worth as a decimal number; `null`: no limit. */
  readonly maxUsd: string | null
  /** The values of `--confirm`, which confirm warnings. */
  readonly confirm: readonly string[]
}

/** One swap as typed; `null` where missing. `amount` is a decimal number of `from` tokens. */
export interface TypedSwap {
  readonly amount: string | null
  readonly from: string | null
  readonly to: string | null
}

/** The options of a swap. */
export interface SwapFlags extends Omit<SendFlags, "signOnly"> {
  /** Maximum slippage in percent, above 0 and at most 50. */
  readonly slippage: number
}

/** The options of a transaction without warnings, such as raising the fee of a pending payment. */
export type RaiseFlags = Pick<SendFlags, "key" | "yes" | "waiting">

/**
 * The wallets to connect: a key file of this computer, a wallet over a relay, the embedded wallet, or the public test
 * keys for development.
 */
export const walletNames = ["keys", "walletconnect", "frame", "dev"] as const
export type WalletName = (typeof walletNames)[number]

/** The companies that sell tokens on a page of their own. */
export const buyProviders = ["coinbase", "meld"] as const
export type BuyProvider = (typeof buyProviders)[number]

/** The type of an account: the key's own, or a contract. */
export type AccountType = "eoa" | "smartAccount"

/** The sign-in options of the embedded wallet; `null` where missing. */
interface SignInFlags {
  readonly email: string | null
  /** The file that will hold the email code, `-` for stdin; never the code itself. */
  readonly otpFile: string | null
  readonly accountType: AccountType | null
}

/** The form of a printed policy: its value, with the name of its header, or as an element. */
type PolicyForm = "value" | "header" | "meta"

export const shells = ["bash", "zsh", "fish", "powershell"] as const
export type Shell = (typeof shells)[number]

/** One decoded command. Later code does not read argv. */
export type CommandPlan =
  /** `wallet` is `null` when none was named: a user is prompted, a script is rejected. */
  | {
      readonly _tag: "Connect"
      readonly wallet: WalletName | null
      /** `null`: the namespace of the named or selected network. */
      readonly namespace: Namespace | null
      readonly key: KeyFlags
      /** The wallet supports batches of calls (EIP-5792), in this and later commands of the session. */
      readonly smartAccount: boolean
      readonly signIn: SignInFlags
      /** The values that confirm warnings. */
      readonly confirm: readonly string[]
      readonly yes: boolean
    }
  | { readonly _tag: "Accounts" }
  | { readonly _tag: "Balances" }
  | { readonly _tag: "Activity"; readonly limit: number }
  /** The account's address, or a request. `amount` is a decimal number of whole tokens; `null` where missing. */
  | {
      readonly _tag: "Receive"
      readonly amount: string | null
      readonly token: string | null
      readonly qr: boolean
    }
  /** A purchase on a provider's page. `amount` is a decimal number of the currency; `token`: the first one for sale. */
  | {
      readonly _tag: "Buy"
      readonly amount: string
      readonly currency: string
      readonly token: string | null
      /** `null`: the first that sells on the network. */
      readonly provider: BuyProvider | null
      /** True: follows the purchase until it has arrived. */
      readonly wait: boolean
    }
  | { readonly _tag: "Send"; readonly payment: TypedPayment; readonly flags: SendFlags }
  /** Payments from stdin, as CSV. */
  | { readonly _tag: "SendBatch"; readonly flags: SendFlags }
  | { readonly _tag: "Swap"; readonly swap: TypedSwap; readonly flags: SwapFlags }
  /** `what` is a hash or the id of a ledger entry. */
  | { readonly _tag: "Watch"; readonly what: string; readonly waiting: WaitLimits }
  /** The same payment with a higher fee. `what` is a hash or the id of a ledger entry. */
  | { readonly _tag: "Raise"; readonly what: string; readonly flags: RaiseFlags }
  /** Takes an approval back. `what` is the hash or the id of its ledger entry. */
  | { readonly _tag: "Revoke"; readonly what: string; readonly flags: RaiseFlags }
  /** Gives up an unsettled request. `what` is a hash or the id of a ledger entry; `confirm` are typed confirmations. */
  | {
      readonly _tag: "Forget"
      readonly what: string
      readonly confirm: readonly string[]
    }
  /** A signed transaction from stdin. */
  | { readonly _tag: "Broadcast"; readonly waiting: WaitLimits }
  | { readonly _tag: "Networks" }
  | {
      readonly _tag: "NetworksAdd"
      readonly network: CaipNetworkId
      readonly name: string | null
      readonly symbol: string | null
      /** `null`: the default of its namespace. */
      readonly decimals: number | null
    }
  | { readonly _tag: "NetworksRemove"; readonly network: CaipNetworkId }
  /** At least one of both is given. */
  | {
      readonly _tag: "Switch"
      readonly network: CaipNetworkId | null
      readonly accountType: AccountType | null
    }
  /** `text` is the message, `-` for stdin; `confirm` are the values that confirm warnings. */
  | {
      readonly _tag: "SignMessage"
      readonly text: string
      readonly key: KeyFlags
      readonly confirm: readonly string[]
      readonly yes: boolean
    }
  /** `source` is the base URL of a server, a file with a message, or `-` for stdin. */
  | {
      readonly _tag: "SignSiwx"
      readonly source: string
      readonly key: KeyFlags
      readonly confirm: readonly string[]
      readonly yes: boolean
    }
  /** `file` holds EIP-712 JSON, `-` for stdin; `confirm` are the values that confirm warnings. */
  | {
      readonly _tag: "SignTypedData"
      readonly file: string
      readonly key: KeyFlags
      readonly confirm: readonly string[]
      readonly yes: boolean
    }
  /** `file` holds a sign-in message or a CACAO, `-` for stdin; `null`: not compared, and the signature of a CACAO. */
  | {
      readonly _tag: "Verify"
      readonly file: string
      readonly signature: string | null
      readonly domain: string
      readonly nonce: string | null
      readonly uri: string | null
      readonly address: string | null
    }
  /** `name` is a full name, or a label of the default zone. */
  | { readonly _tag: "NameSuggest"; readonly name: string }
  | { readonly _tag: "NameRegister"; readonly name: string; readonly yes: boolean }
  /** `text` is a name or an address. */
  | { readonly _tag: "NameLookUp"; readonly text: string }
  | { readonly _tag: "Sessions" }
  /** `id`: as `Sessions` lists it. */
  | { readonly _tag: "SessionRevoke"; readonly id: string; readonly yes: boolean }
  | { readonly _tag: "Disconnect"; readonly namespace: Namespace | null }
  | { readonly _tag: "Doctor" }
  /** `scenario` is a JSON file, `-` for stdin; `log` is a file to write. */
  | {
      readonly _tag: "Mock"
      readonly port: number
      readonly scenario: string | null
      readonly log: string | null
    }
  /** `file` is a story, `-` for stdin; `mock` starts its own mock server; `junit` is a file to write. */
  | {
      readonly _tag: "RunStory"
      readonly file: string
      readonly mock: boolean
      readonly seed: string | null
      readonly junit: string | null
    }
  /**
   * `networks` are those of the page; `scripts` are URLs of files or folders; `images` are URLs of the hosts
   * of its `imageHosts`.
   */
  | {
      readonly _tag: "Csp"
      readonly networks: readonly CaipNetworkId[]
      readonly scripts: readonly string[]
      readonly images: readonly string[]
      readonly servers: readonly string[]
      readonly form: PolicyForm
    }
  | { readonly _tag: "Completion"; readonly shell: Shell }

/** The result of parsing the command line. */
export type ParsedCommandLine =
  | { readonly _tag: "Run"; readonly plan: CommandPlan; readonly shared: SharedOptions }
  /** The help or the version for stdout. */
  | { readonly _tag: "Show"; readonly text: string }
  | {
      readonly _tag: "Refused"
      readonly message: string
      readonly hint: string | null
      readonly format: Format
    }
