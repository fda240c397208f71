import type { HistoryTransaction } from "@wmodal/api"
import { type ChainActions, sanitizeLine } from "@wmodal/chains"
import { formatAmount, formatTransfer, hasKey, type Network, normalizeAddress } from "@wmodal/protocol"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import { getExplorerLink } from "../networks/getExplorerLink.ts"
import type { Token } from "../networks/Token.ts"
import type { ActivityRow, Movement } from "./Activity.ts"
import { isEmptyTransfer, isSpam, toMovements } from "./movements.ts"

/** The context for creating rows. */
export interface RowContext {
  readonly network: Network
  /** Plain. */
  readonly account: string
  readonly address: ChainActions["address"]
  /** The option `imageHosts`. */
  readonly imageHosts: readonly string[]
}

/** Returns the key of a transaction, regardless of the notation of its hash. */
const toHashKey = ({ chainNamespace }: Pick<Network, "chainNamespace">, hash: string): string =>
  normalizeAddress(chainNamespace, hash)

/** Returns whether the user should see it: on this chain, not only spam, and with a movement. */
export const isRelevant = ({ metadata, transfers }: HistoryTransaction, network: Network): boolean => {
  if (metadata.chain != null && metadata.chain !== network.caipNetworkId) return false
  return transfers.length === 0 || !transfers.every((one) => isSpam(one) || isEmptyTransfer(one))
}

/** Converts a transaction to a row. `before` is the time of the row above, for a transaction without a time. */
export const toHistoryRow = (
  transaction: HistoryTransaction,
  { network, account, address, imageHosts }: RowContext,
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
    movements: toMovements(transaction, { imageHosts, network }),
    explorerUrl: getTransactionLink(network, hash),
  }
}

/** An unknown status does not imply success. */
const toRowStatus = (status: string): ActivityRow["status"] => {
  if (/^confirmed$|_SUCCESS$/.test(status)) return "confirmed"
  return /^failed$|_FAILED$/.test(status) ? "failed" : "pending"
}

const getTransactionLink = (network: Network, hash: string): string | null =>
  /^\w+$/.test(hash) ? getExplorerLink(network, `tx/${hash}`) : null

/** Returns the row of a ledger entry; `null` for one that never became a transaction. */
export const toLedgerRow = (entry: LedgerEntry, network: Network): ActivityRow | null => {
  const { id, subject, state } = entry
  const shown = describeAction(subject)
  if (shown === null) return null
  if (state._tag === "Declined" || state._tag === "NotSent" || state._tag === "Signed") return null
  const hash = hasKey(state, "hash") ? state.hash : null
  const toOpen = hasKey(state, "by") ? state.by : hash
  return {
    key: hash === null ? id : toHashKey(network, hash),
    network: network.caipNetworkId,
    hash,
    entry,
    // The entry tells what is not known of one that is mined.
    status:
      state._tag === "Confirmed"
        ? "confirmed"
        : isSettled(state) && state._tag !== "Mined"
          ? "failed"
          : "pending",
    at: (hasKey(state, "at") ? state.at : null) ?? entry.at,
    ...shown,
    explorerUrl: toOpen === null ? null : getTransactionLink(network, toOpen),
  }
}

/** Returns the type in the history's terms; `null` for a signature. */
const describeAction = (
  subject: LedgerEntry["subject"],
): Pick<ActivityRow, "operation" | "counterparty" | "movements"> | null => {
  switch (subject._tag) {
    case "Transfer": {
      const { amount, to, token } = subject
      return { operation: "send", counterparty: to, movements: [makeMovement(token, amount, "out", "send")] }
    }
    // An approval moves nothing.
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
      return {
        operation: subject.isPlain === true ? "send" : "execute",
        counterparty: subject.contract,
        movements:
          subject.payment === undefined
            ? []
            : [makeMovement(subject.payment.token, subject.payment.amount, "out", "send")],
      }
    case "Raw":
      return { operation: "execute", counterparty: null, movements: [] }
    case "Message":
    case "TypedData":
    case "NameClaim":
    case "SessionRevocation":
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
  return { text, amount: { units: amount, decimals }, symbol, direction, icon, collectible: false }
}
