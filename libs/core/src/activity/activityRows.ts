import type { HistoryTransaction } from "@wmodal/api"
import { type ChainActions, sanitizeLine } from "@wmodal/chains"
import { formatAmount, formatTransfer, type Network } from "@wmodal/protocol"
import { getExplorerLink } from "../flows/getExplorerLink.ts"
import type { Token } from "../holdings/Holdings.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import { normalizeAddress } from "../recipients/lookAlike.ts"
import type { ActivityRow, Movement } from "./Activity.ts"
import { isEmptyTransfer, isSpam, toMovements } from "./movements.ts"

/** What rows are made with. */
export interface RowContext {
  readonly network: Network
  /** Plain. */
  readonly account: string
  readonly address: ChainActions["address"]
}

/** By what a transaction is known, however its hash is written. */
const toHashKey = ({ chainNamespace }: Pick<Network, "chainNamespace">, hash: string): string =>
  normalizeAddress(chainNamespace, hash)

/** Whether a person is to see it: not what is on another chain, not what is spam alone, and not what moved nothing. */
export const isRelevant = ({ metadata, transfers }: HistoryTransaction, network: Network): boolean => {
  if (metadata.chain != null && metadata.chain !== network.caipNetworkId) return false
  return transfers.length === 0 || !transfers.every((one) => isSpam(one) || isEmptyTransfer(one))
}

/** `before` is the time of the row above, for one that has none of its own. */
export const toHistoryRow = (
  transaction: HistoryTransaction,
  { network, account, address }: RowContext,
  before: number,
): ActivityRow => {
  const { hash: written, minedAt, operationType, sentFrom, sentTo, status } = transaction.metadata
  const hash = sanitizeLine(written, 128)
  const at = Date.parse(minedAt)
  const self = normalizeAddress(network.chainNamespace, account)
  const other = [sentTo, sentFrom].find((one) => normalizeAddress(network.chainNamespace, one) !== self)
  return {
    key: toHashKey(network, hash),
    network: network.caipNetworkId,
    hash,
    entry: null,
    status: toRowStatus(status),
    operation: sanitizeLine(operationType, 32),
    at: Number.isNaN(at) ? before : at,
    counterparty: other === undefined ? null : address(other),
    movements: toMovements(transaction),
    explorerUrl: getTransactionLink(network, hash),
  }
}

/** A status that nobody knows does not say that it went well. */
const toRowStatus = (status: string): ActivityRow["status"] => {
  if (/^confirmed$|_SUCCESS$/.test(status)) return "confirmed"
  return /^failed$|_FAILED$/.test(status) ? "failed" : "pending"
}

const getTransactionLink = (network: Network, hash: string): string | null =>
  /^\w+$/.test(hash) ? getExplorerLink(network, `tx/${hash}`) : null

/** A row of what this engine asked for; `null` for what never became a transaction. */
export const toLedgerRow = (entry: LedgerEntry, network: Network): ActivityRow | null => {
  const { id, subject, state } = entry
  const shown = describeAction(subject)
  if (shown === null) return null
  if (state._tag === "Declined" || state._tag === "NotSent" || state._tag === "Signed") return null
  const hash = "hash" in state ? state.hash : null
  const toOpen = "by" in state ? state.by : hash
  return {
    key: hash === null ? id : toHashKey(network, hash),
    network: network.caipNetworkId,
    hash,
    entry,
    status: state._tag === "Confirmed" ? "confirmed" : isSettled(state) ? "failed" : "pending",
    at: ("at" in state ? state.at : null) ?? entry.at,
    ...shown,
    explorerUrl: toOpen === null ? null : getTransactionLink(network, toOpen),
  }
}

/** As the history would name it; `null` for a signature. */
const describeAction = (
  subject: LedgerEntry["subject"],
): Pick<ActivityRow, "operation" | "counterparty" | "movements"> | null => {
  switch (subject._tag) {
    case "Transfer": {
      const { amount, to, token } = subject
      return { operation: "send", counterparty: to, movements: [makeMovement(token, amount, "out", "send")] }
    }
    // To let somebody take something moves nothing.
    case "Approval":
      return {
        operation: subject.amount === 0n ? "revoke" : "approve",
        counterparty: subject.spender,
        movements: [],
      }
    case "Swap": {
      const { amount, destination, minimum, router, source } = subject
      const received = makeMovement(destination, minimum, "in", "")
      return {
        operation: "trade",
        counterparty: router,
        movements: [
          makeMovement(source, amount, "out", ""),
          { ...received, text: `≥ ${received.text}`, atLeast: true },
        ],
      }
    }
    case "Call":
      return { operation: "execute", counterparty: subject.contract, movements: [] }
    case "Raw":
      return { operation: "execute", counterparty: null, movements: [] }
    case "Message":
    case "TypedData":
      return null
  }
}

const makeMovement = (
  { decimals, icon, ...token }: Token,
  amount: bigint,
  direction: "in" | "out",
  operationType: string,
): Movement => {
  const symbol = sanitizeLine(token.symbol, 32)
  const text = formatTransfer({ operationType, numeric: formatAmount(amount, decimals), symbol }) ?? symbol
  return { text, direction, icon, collectible: false }
}
