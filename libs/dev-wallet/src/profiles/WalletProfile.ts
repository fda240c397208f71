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

/** An event as a page hears it: `["accountsChanged", []]`, or `["change", { accounts: [] }]` of the Wallet Standard. */
export type ProfileEvent = readonly [name: string, value: unknown]

/**
 * How a request ends that the wallet does not answer as the standard says: never, with `thrown`, or as if the person had
 * declined.
 */
export type ProfileEnd = "waits" | "declines" | { readonly thrown: unknown }

/** How a wallet differs from the standard, other than in its errors. */
export interface ProfileQuirks {
  /** A request to connect while the wallet is locked, where the person does not unlock it. */
  readonly locked?: ProfileEnd
  /** A second request to connect while the first is open. Absent: the profile's error for it; without one it waits. */
  readonly pending?: ProfileEnd
  /** The silent request for accounts after a reload. */
  readonly silent?: ProfileEnd
  /** The same while the wallet is locked. Absent: no accounts. */
  readonly silentLocked?: ProfileEnd
  /** A request to end the permission. */
  readonly leaving?: ProfileEnd
  /** Every request after the extension was removed or updated. Absent: it waits for ever. */
  readonly gone?: ProfileEnd
  /** It confirms a switch to a network that it does not have, and stays where it is. */
  readonly claimsSwitches?: true
  /** Accounts that the page knows stay shared while the wallet is locked, and it tells the page nothing of that. */
  readonly sharesLocked?: true
  /** A switch that the person declined, where the wallet does not say so. */
  readonly declinedSwitch?: ProfileEnd
  /** Events when the wallet is locked. Absent: the accounts are empty. */
  readonly onLock?: readonly ProfileEvent[]
  /** Events when the person removes the site in the wallet. Absent: the accounts are empty. */
  readonly onLeave?: readonly ProfileEvent[]
  /** Events when the extension is removed or updated. Absent: none. */
  readonly onGone?: readonly ProfileEvent[]
  /** When events come, seen from the answer that they belong to. Absent: before. */
  readonly events?: "after" | "none"
  /** The form of a network in answers and events. Absent: 0x-hex. */
  readonly chainId?: "decimal"
  /** Addresses are in lower case. */
  readonly lowercase?: true
  /** Methods or features that the wallet lacks. */
  readonly without?: readonly string[]
  /** Accounts of the Wallet Standard name no chains. */
  readonly bareAccounts?: true
  /** `connect` returns no accounts: they are in the wallet's own list. */
  readonly accountsApart?: true
  /** The name of a sent transaction's hash, where it is not `txId`. */
  readonly hashMember?: "txid"
}

/**
 * What a person does with a wallet, or a page. `…Declined`: the person declines. `gone`: the extension is removed or
 * updated; `…Gone`: a request after that. `switchUnknown`: to a network that the wallet does not have.
 */
export type ProfileCell =
  | "connect"
  | "connectDeclined"
  | "connectPending"
  | "connectLocked"
  | "restore"
  | "restoreLocked"
  | "account"
  | "lock"
  | "leave"
  | "gone"
  | "signGone"
  | "sendGone"
  | "disconnect"
  | "sign"
  | "signDeclined"
  | "send"
  | "sendDeclined"
  | "switch"
  | "switchDeclined"
  | "switchUnknown"

/**
 * How a cell ends for the person. `stays`: nothing changes. `left`: the session is over. `away`: the wallet is lost, and
 * may return. `waits`: the request stays open, and is called slow. `silent`: no answer in time. `unchanged`: the wallet
 * said that it had switched, and had not.
 */
export type ProfileOutcome =
  | "done"
  | "stays"
  | "left"
  | "away"
  | "waits"
  | "silent"
  | "notInstalled"
  | "unchanged"
  | Exclude<ProfileAnswer, "unknownNetwork" | "lost">
  | "failed"
  | "lost"

/** The chains of which profiles exist. */
export type ProfileNamespace = "eip155" | "solana" | "bip122" | "polkadot"

/** A real wallet on one chain: what it says, and how it behaves. */
export interface WalletProfile {
  /** The name by which a mock wallet is told to answer like this one: `metamask`. */
  readonly id: string
  readonly name: string
  readonly namespace: ProfileNamespace
  /** Where the texts, codes, shapes and quirks are from. */
  readonly source: string
  /** The first one for a step and an answer is what a mock wallet throws. */
  readonly errors: readonly ProfileError[]
  readonly quirks?: ProfileQuirks
  /** The cells that end otherwise than `usualOutcomes` says. */
  readonly outcomes?: Partial<Record<ProfileCell, ProfileOutcome>>
}

/** How a cell ends with a wallet that keeps to the standards. */
export const usualOutcomes: Readonly<Record<ProfileCell, ProfileOutcome>> = {
  connect: "done",
  connectDeclined: "declined",
  connectPending: "pending",
  connectLocked: "declined",
  restore: "done",
  restoreLocked: "locked",
  account: "done",
  lock: "left",
  leave: "left",
  gone: "stays",
  signGone: "waits",
  sendGone: "waits",
  disconnect: "left",
  sign: "done",
  signDeclined: "declined",
  send: "done",
  sendDeclined: "declined",
  switch: "done",
  switchDeclined: "declined",
  switchUnknown: "done",
}

/** An error with a code, as EIP-1193 has it. */
export const eip1193 = (code: number, message: string): Error => Object.assign(new Error(message), { code })

export const everyStep: readonly ProfileStep[] = ["connect", "sign", "send", "switch"]
export const askingSteps: readonly ProfileStep[] = ["connect", "sign", "send"]
