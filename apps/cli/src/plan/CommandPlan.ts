import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import type { Format } from "../terminal/Terminal.ts"

/** What every command takes. `null`: not given on the command line. */
export interface SharedOptions {
  readonly format: Format
  readonly debug: boolean
  readonly projectId: string | null
  /** Path of a JSON file with the `endpoints` option, `-` for stdin. */
  readonly endpoints: string | null
  /** `ws:` or `wss:`; before what `endpoints` says. */
  readonly relay: string | null
  readonly network: CaipNetworkId | null
  readonly rpc: readonly RpcOverride[]
}

/** `--rpc eip155:1=http://127.0.0.1:8545` */
export interface RpcOverride {
  readonly network: CaipNetworkId
  /** `http:` or `https:`. */
  readonly url: string
}

/** Where the key is to be found, as typed. Never the key itself. */
export interface KeyFlags {
  readonly account: number | null
  readonly keyFile: string | null
  readonly keystore: string | null
  readonly passwordFile: string | null
}

/** How long a command stays with a transaction. */
export interface WaitLimits {
  /** Blocks that must stand on it, its own included; 0: it is not waited for. */
  readonly confirmations: number
  /** Seconds after which waiting is given up. */
  readonly seconds: number
}

/** One payment as typed; `null` where it was not. `amount` is a decimal number or `max`. */
export interface TypedPayment {
  readonly amount: string | null
  readonly token: string | null
  readonly to: string | null
}

/** How a payment is made. */
export interface SendFlags {
  readonly key: KeyFlags
  readonly yes: boolean
  readonly dryRun: boolean
  readonly signOnly: boolean
  readonly waiting: WaitLimits
  /** The most that it may be worth, a decimal number; `null`: no limit. */
  readonly maxUsd: string | null
  /** What was named to pass a stop. */
  readonly confirm: readonly string[]
}

/** One swap as typed; `null` where it was not. `amount` is a decimal number, of `from`. */
export interface TypedSwap {
  readonly amount: string | null
  readonly from: string | null
  readonly to: string | null
}

/** How a swap is made. */
export interface SwapFlags extends Omit<SendFlags, "signOnly"> {
  /** Percent, above 0 and at most 50. */
  readonly slippage: number
}

/** How the fee of a payment that waits is raised. */
type RaiseFlags = Pick<SendFlags, "key" | "yes" | "waiting">

/** A wallet that can be connected: the one of this process, any that a relay leads to, or that of whoever signs in. */
export const walletNames = ["dev", "walletconnect", "frame"] as const
export type WalletName = (typeof walletNames)[number]

/** The key's own account, or a contract's. */
export type AccountType = "eoa" | "smartAccount"

/** How somebody signs in at the embedded wallet; `null` where it was not said. */
interface SignInFlags {
  readonly email: string | null
  /** A file in which the code of the mail will be, `-` for stdin. Never the code itself. */
  readonly otpFile: string | null
  readonly accountType: AccountType | null
}

/** How a policy is printed: its value alone, with the name of its header, or as an element. */
type PolicyForm = "value" | "header" | "meta"

export const shells = ["bash", "zsh", "fish", "powershell"] as const
export type Shell = (typeof shells)[number]

/** One command, decoded: nothing after this reads argv. */
export type CommandPlan =
  /** `wallet` is `null` where none was named: a person is asked, a script is refused. */
  | {
      readonly _tag: "Connect"
      readonly wallet: WalletName | null
      /** `null`: that of the network which is named or selected. */
      readonly namespace: Namespace | null
      readonly key: KeyFlags
      /** The wallet takes several calls as one (EIP-5792), in this session and later commands of it. */
      readonly smartAccount: boolean
      readonly signIn: SignInFlags
      readonly yes: boolean
    }
  | { readonly _tag: "Accounts" }
  | { readonly _tag: "Balances" }
  | { readonly _tag: "Activity"; readonly limit: number }
  | { readonly _tag: "Send"; readonly payment: TypedPayment; readonly flags: SendFlags }
  /** Payments from stdin, as CSV. */
  | { readonly _tag: "SendBatch"; readonly flags: SendFlags }
  | { readonly _tag: "Swap"; readonly swap: TypedSwap; readonly flags: SwapFlags }
  /** `what` is a hash, or the id of an entry of the ledger. */
  | { readonly _tag: "Watch"; readonly what: string; readonly waiting: WaitLimits }
  /** The same payment with a higher fee. `what` as above. */
  | { readonly _tag: "Raise"; readonly what: string; readonly flags: RaiseFlags }
  /** Signed bytes from stdin. */
  | { readonly _tag: "Broadcast"; readonly waiting: WaitLimits }
  | { readonly _tag: "Networks" }
  | {
      readonly _tag: "NetworksAdd"
      readonly network: CaipNetworkId
      readonly name: string | null
      readonly symbol: string | null
      /** `null`: as its namespace has them. */
      readonly decimals: number | null
    }
  | { readonly _tag: "NetworksRemove"; readonly network: CaipNetworkId }
  /** At least one of both. */
  | {
      readonly _tag: "Switch"
      readonly network: CaipNetworkId | null
      readonly accountType: AccountType | null
    }
  /** `text` is the message, `-` for stdin; `confirm` is what was named to pass a danger. */
  | {
      readonly _tag: "SignMessage"
      readonly text: string
      readonly key: KeyFlags
      readonly confirm: readonly string[]
      readonly yes: boolean
    }
  /** `file` holds EIP-712 JSON, `-` for stdin; `confirm` as above. */
  | {
      readonly _tag: "SignTypedData"
      readonly file: string
      readonly key: KeyFlags
      readonly confirm: readonly string[]
      readonly yes: boolean
    }
  | { readonly _tag: "Disconnect"; readonly namespace: Namespace | null }
  | { readonly _tag: "Doctor" }
  /** `scenario` is a JSON file, `-` for stdin; `log` is a file to write. */
  | {
      readonly _tag: "Mock"
      readonly port: number
      readonly scenario: string | null
      readonly log: string | null
    }
  /** `file` is a story, `-` for stdin; `mock` brings a mock server of its own; `junit` is a file to write. */
  | {
      readonly _tag: "RunStory"
      readonly file: string
      readonly mock: boolean
      readonly seed: string | null
      readonly junit: string | null
    }
  /**
   * `networks` are those of the page; `scripts` are URLs of files or folders, `images` of the hosts of pictures, any
   * `https:` host where there are none.
   */
  | {
      readonly _tag: "Csp"
      readonly networks: readonly CaipNetworkId[]
      readonly scripts: readonly string[]
      readonly images: readonly string[]
      readonly form: PolicyForm
    }
  | { readonly _tag: "Completion"; readonly shell: Shell }

/** What the command line came to. */
export type ParsedCommandLine =
  | { readonly _tag: "Run"; readonly plan: CommandPlan; readonly shared: SharedOptions }
  /** Help or the version, on stdout. */
  | { readonly _tag: "Show"; readonly text: string }
  | {
      readonly _tag: "Refused"
      readonly message: string
      readonly hint: string | null
      readonly format: Format
    }
