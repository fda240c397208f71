import type { WalletSession } from "@wmodal/chains"
import { type CaipAddress, type CaipNetworkId, toNetworkId, toPlainAddress } from "@wmodal/protocol"
import type { Problem } from "../problems/Problem.ts"
import type { ConnectionState, ConnectionStatus, WalletInfo } from "./Connection.ts"

/** An event in the connection of one namespace. */
export type ConnectionStep =
  | { readonly _tag: "RestoreStarted"; readonly wallet: WalletInfo }
  | { readonly _tag: "Asked"; readonly wallet: WalletInfo }
  | { readonly _tag: "GrewSlow" }
  /** `selected` is the app's network of this namespace, or `null`. */
  | {
      readonly _tag: "Approved"
      readonly wallet: WalletInfo
      readonly session: WalletSession
      readonly selected: CaipNetworkId | null
    }
  | { readonly _tag: "Refused"; readonly problem: Problem }
  | ({ readonly _tag: "AccountsChanged" } & Pick<WalletSession, "accounts" | "details">)
  /** The user selected it among the accounts that the wallet shares. Plain address, as the wallet has it. */
  | { readonly _tag: "Chose"; readonly address: string }
  | { readonly _tag: "WalletMoved"; readonly network: CaipNetworkId }
  | { readonly _tag: "Selected"; readonly network: CaipNetworkId }
  /** Cancelled, ended by either side, or not restored. */
  | { readonly _tag: "Ended"; readonly because: Problem | null }

export const disconnected: ConnectionState = { _tag: "Disconnected", because: null }

/** Returns the account on the app's network where the two networks differ. */
const toAccountOnNetwork = (account: CaipAddress, network: CaipNetworkId): CaipAddress =>
  `${network}:${toPlainAddress(account)}`

/** Returns the account with that address, which may be on another network. */
const findAccount = (accounts: readonly CaipAddress[], account: string): CaipAddress | undefined =>
  accounts.find((one) => toPlainAddress(one) === toPlainAddress(account))

/** Returns the next state, or the same object when the step has no effect in this state. Pure. */
export const applyConnectionStep = (state: ConnectionState, step: ConnectionStep): ConnectionState => {
  switch (step._tag) {
    case "RestoreStarted":
      return state._tag === "Disconnected" ? { _tag: "Restoring", wallet: step.wallet } : state
    case "Asked":
      return { _tag: "Connecting", wallet: step.wallet, slow: false }
    case "GrewSlow":
      return state._tag === "Connecting" && !state.slow ? { ...state, slow: true } : state
    case "Approved":
      return {
        _tag: "Connected",
        wallet: step.wallet,
        accounts: step.session.accounts,
        account: toAccountOnNetwork(
          step.session.accounts[0],
          step.selected ?? toNetworkId(step.session.accounts[0]),
        ),
        walletNetwork: step.session.network,
        details: step.session.details,
      }
    case "Refused":
      return state._tag === "Connecting"
        ? { _tag: "Failed", wallet: state.wallet, problem: step.problem }
        : state
    case "AccountsChanged": {
      if (state._tag !== "Connected") return state
      // An account that the user selected is kept as long as the wallet shares it.
      const kept = findAccount(state.accounts.slice(0, 1), state.account)
        ? undefined
        : findAccount(step.accounts, state.account)
      return {
        ...state,
        accounts: step.accounts,
        details: { ...state.details, ...step.details },
        account: toAccountOnNetwork(kept ?? step.accounts[0], toNetworkId(state.account)),
      }
    }
    case "Chose": {
      const chosen = state._tag === "Connected" ? findAccount(state.accounts, step.address) : undefined
      return state._tag !== "Connected" || chosen === undefined
        ? state
        : { ...state, account: toAccountOnNetwork(chosen, toNetworkId(state.account)) }
    }
    case "WalletMoved":
      return state._tag === "Connected" && state.walletNetwork !== step.network
        ? { ...state, walletNetwork: step.network }
        : state
    case "Selected": {
      if (state._tag !== "Connected") return state
      const account = toAccountOnNetwork(state.account, step.network)
      return account === state.account ? state : { ...state, account }
    }
    case "Ended":
      return state._tag === "Disconnected" && state.because === step.because
        ? state
        : { _tag: "Disconnected", because: step.because }
  }
}

/** Returns the status that a host sees. */
export const toConnectionStatus = (state: ConnectionState | undefined): ConnectionStatus => {
  switch (state?._tag) {
    case "Restoring":
    case "Connecting":
      return "connecting"
    case "Connected":
      return "connected"
    case "Disconnected":
    case "Failed":
    case undefined:
      return "disconnected"
  }
}
